import type { PendingQuery, Row } from 'postgres'
import type { Database, Queries } from './connect.ts'
import { monthSchema } from './sql/log-months.ts'

/** The rows of the log in all months, as the source of a query. */
type Entries = PendingQuery<Row[]>

/** Runs `work` with the entries of all months, also of the detached ones in this database. Meanwhile no month is detached or attached. */
export const withWholeLog = async <T>(database: Database, work: (sql: Queries, entries: Entries) => Promise<T>): Promise<T> => {
  const { result } = await database.begin(async (sql) => {
    await sql`LOCK TABLE ONLY audit_log IN ACCESS SHARE MODE`
    const detached = await sql<{ name: string }[]>`
      SELECT relname AS name FROM pg_class
      WHERE relnamespace = ${monthSchema}::regnamespace AND relkind = 'r' AND NOT relispartition AND starts_with(relname, 'audit_log_')`
    const entries = detached.reduce(
      (union, { name }) => sql`${union} UNION ALL SELECT * FROM ${sql(`${monthSchema}.${name}`)}`,
      sql`SELECT * FROM audit_log`,
    )
    return { result: await work(sql, entries) }
  })
  return result
}
