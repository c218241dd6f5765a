import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type { TransactionSql } from 'postgres'
import type { Database, RegistryTypes } from './connect.ts'
import { drizzleOn } from './drizzle-on.ts'

/** Through what a change came in; kept beside every saved value (D14). */
export type Via = 'form' | 'file' | 'service' | 'patient' | 'system'

/** Whose rows the transaction may see: one centre's, those of the areas' subtrees, one patient's own, or none (D5, D7). */
export type Scope =
  | { readonly kind: 'centre'; readonly centre: string }
  | { readonly kind: 'areas'; readonly areas: readonly string[] }
  | { readonly kind: 'patient'; readonly patientId: number }
  | { readonly kind: 'none' }

/** On whose behalf a transaction runs; `actor` is the name that the log shows (D11), `importId` the import. */
export type TransactionContext = { readonly actor: string; readonly via: Via; readonly scope: Scope; readonly importId?: string }

/** One transaction, spoken to in SQL or through Drizzle; both are the same connection. */
export type Transaction = { readonly sql: TransactionSql<RegistryTypes>; readonly db: PostgresJsDatabase }

/** How a transaction runs; an export reads one unchanging picture, a load writes on one and fails where somebody wrote meanwhile. */
export type Isolation = 'read write' | 'read only' | 'isolation level repeatable read' | 'isolation level repeatable read read only'

/** Roles that the server may take on for a moment, each able to do what the server itself cannot. */
export type BorrowedRole = 'registry_filter' | 'registry_worker'

const setContext = async (sql: TransactionSql<RegistryTypes>, { actor, via, scope, importId }: TransactionContext): Promise<void> => {
  const centre = scope.kind === 'centre' ? scope.centre : ''
  const areas = scope.kind === 'areas' ? [...scope.areas] : []
  const patient = scope.kind === 'patient' ? String(scope.patientId) : ''
  await sql`
    SELECT set_config('app.actor', ${actor}, true), set_config('app.via', ${via}, true), set_config('app.import', ${importId ?? ''}, true),
      set_config('app.centre', ${centre}, true), set_config('app.patient', ${patient}, true),
      set_config('app.centres', array_to_string(CASE WHEN ${centre} <> '' THEN ARRAY[${centre}] ELSE visible_centres(${areas}) END, ','), true),
      set_config('app.areas', array_to_string(ARRAY(SELECT area_subtree(${areas})), ','), true)`
}

/**
 * Runs `work` in one transaction that sees and writes what its context allows, and nothing without one.
 * The context ends with the transaction, so the next user of the connection does not inherit it.
 */
export const withTransaction = async <T>(
  database: Database,
  context: TransactionContext,
  work: (tx: Transaction) => Promise<T>,
  isolation: Isolation = 'read write',
): Promise<T> => {
  const { result } = await database.begin(isolation, async (sql) => {
    await setContext(sql, context)
    return { result: await work({ sql, db: drizzleOn(database, { unsafe: sql.unsafe, begin: sql.savepoint }) }) }
  })
  return result
}

/** Runs `work` inside the transaction as another role; a failure inside must end the transaction. */
export const withRole = async <T>(tx: Transaction, role: BorrowedRole, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  await tx.sql.unsafe(`SET LOCAL ROLE ${role}`)
  const result = await work(tx)
  await tx.sql.unsafe('SET LOCAL ROLE NONE')
  return result
}
