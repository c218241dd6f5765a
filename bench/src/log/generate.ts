import type { Database } from '@registry/db/connect'

/** 60 commands with up to four actions each; one user in five entries, one program in five, 50,000 patients in three. */
const entry = `
  SELECT timestamptz '2016-01-01' + make_interval(secs => n * (315360000.0 / total.rows)) AS at,
    CASE WHEN n < total.rows / 10 AND n % 10 = 0 THEN 'former@demo.example' WHEN n % 5 = 0 THEN 'busy@demo.example' WHEN n % 5 = 1 THEN 'center RM01'
      WHEN n % 5 = 2 THEN 'user' || n % 300 || '@demo.example' ELSE 'patient ' || (n * 7919) % 50000 END AS username,
    CASE WHEN n < total.rows / 10 AND n % 100 = 0 THEN 'former_command' WHEN n % 4 = 0 THEN 'inthem_query' WHEN n % 4 = 1 THEN 'getConsents' ELSE 'command' || (n / 5) % 58 END AS command,
    CASE (n / 7) % 4 WHEN 0 THEN '' WHEN 1 THEN 'LIST' WHEN 2 THEN 'RUN' ELSE 'ACTION' || n % 13 END AS action, n
  FROM generate_series(1, $1::bigint) AS n CROSS JOIN (SELECT $1::bigint AS rows) AS total`

/**
 * Adds entries over ten years, in the order of their time. A superuser writes them without triggers, and the indexes follow, because the chain
 * and the indexes of ten million single entries would take an hour.
 */
export const addLogEntries = async (superuser: Database, rows: number): Promise<void> => {
  const indexes = await superuser<{ name: string; definition: string }[]>`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = 'audit_log' AND indexname <> 'audit_log_pkey'`
  await superuser.begin(async (sql) => {
    await sql`SET LOCAL session_replication_role = replica`
    for (const { name } of indexes) await sql`DROP INDEX ${sql(name)}`
    await sql.unsafe(
      `INSERT INTO audit_log (at, username, command, action, from_host, duration_milli, detail, outcome, request_id)
       SELECT at, username, command, action, '10.0.0.9', n % 1000, 'filter ' || n, 'done', 'r' || n FROM (${entry}) AS entry`,
      [rows],
    )
    for (const { definition } of indexes) await sql.unsafe(definition)
  })
  await superuser`VACUUM ANALYZE audit_log`
}
