import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy'
import type { ParameterOrJSON, TransactionSql } from 'postgres'
import type { Database, RegistryTypes } from './connect.ts'
import { everyCentre } from './sql/text.ts'

/** The source of a change. The history records it for each saved value. */
export type Source = 'form' | 'file' | 'service' | 'patient' | 'system'

/**
 * The rows that a transaction can see: of a centre, of areas with their subtrees, of one patient, of the patient
 * for whom the guardian of a session acts, or none.
 */
export type Scope =
  | { readonly kind: 'centre'; readonly centre: string }
  | { readonly kind: 'areas'; readonly areas: readonly string[] }
  | { readonly kind: 'patient'; readonly patientId: number }
  | { readonly kind: 'child'; readonly childId: number; readonly session: Uint8Array }
  | { readonly kind: 'none' }

/**
 * The caller of a transaction. `actor` is the name in the audit log. `importId` names the import, and `reason` explains a
 * correction.
 */
export type TransactionContext = {
  readonly actor: string
  readonly source: Source
  readonly scope: Scope
  readonly importId?: string
  readonly reason?: string
}

/** The context of work without a caller, such as jobs. Row security shows it no patients; a borrowed role gives further rows (decision 0011). */
export const systemContext: TransactionContext = { actor: '', source: 'system', scope: { kind: 'none' } }

/** A transaction with SQL and Drizzle on the same connection. `centre` is set for a scope of one centre. */
export type Transaction = {
  readonly sql: TransactionSql<RegistryTypes>
  readonly db: PgRemoteDatabase
  readonly centre: string | undefined
}

/** Limits rows to the one centre of the transaction, so the query uses an index. Row security alone would read the rows of all centres. */
export const nameOwnCentre = ({ sql, centre }: Transaction, column = 'centre_code') =>
  centre === undefined ? sql`true` : sql`${sql(column)} = ${centre}`

/**
 * The mode of a transaction. An export reads one snapshot. An import writes on one, and fails after a concurrent write. None asks for
 * `read write`: a standby refuses that as a feature, and only a write as a read-only database (FAULT-09).
 */
export type Isolation = '' | 'read only' | 'isolation level repeatable read' | 'isolation level repeatable read read only'

/** Roles that the server can switch to, each with rights that the server does not have (decision 0011). */
export type BorrowedRole = 'registry_filter' | 'registry_worker'

const setContext = async (
  sql: TransactionSql<RegistryTypes>,
  { actor, source, scope, importId, reason }: TransactionContext,
): Promise<void> => {
  const centre = scope.kind === 'centre' ? scope.centre : ''
  const areas = scope.kind === 'areas' ? [...scope.areas] : []
  const patient = scope.kind === 'patient' ? String(scope.patientId) : ''
  const child = scope.kind === 'child' ? String(scope.childId) : ''
  const session = scope.kind === 'child' ? Buffer.from(scope.session).toString('hex') : ''
  await sql`
    SELECT set_config('app.actor', ${actor}, true), set_config('app.source', ${source}, true), set_config('app.import', ${importId ?? ''}, true),
      set_config('app.reason', ${reason ?? ''}, true),
      set_config('app.centre', ${centre}, true), set_config('app.patient', ${patient}, true),
      set_config('app.child', ${child}, true), set_config('app.session', ${session}, true),
      set_config('app.centres', CASE
        WHEN ${centre} <> '' THEN coalesce((SELECT code FROM centre WHERE code = ${centre} AND disabled_at IS NULL), '')
        WHEN (SELECT bool_and(id = ANY (${areas})) FROM geotree WHERE parent IS NULL) THEN ${everyCentre}
        ELSE array_to_string(visible_centres(${areas}), ',') END, true),
      set_config('app.areas', array_to_string(ARRAY(SELECT area_subtree(${areas})), ','), true)`
}

/** Drizzle on the connection of a transaction. Drizzle's driver of postgres.js accepts only a pool, whose date parsers it replaces. */
const createDrizzle = (sql: TransactionSql<RegistryTypes>): PgRemoteDatabase =>
  drizzle(async (query, parameters: ParameterOrJSON<never>[], method) => {
    const rows = sql.unsafe(query, parameters)
    return { rows: method === 'all' ? await rows.values() : await rows }
  })

/**
 * Runs `work` in a transaction with the rights of its context. The context ends with the transaction, so the next user of the connection
 * does not inherit it (THREAT-44).
 */
export const withTransaction = async <T>(
  database: Database,
  context: TransactionContext,
  work: (tx: Transaction) => Promise<T>,
  isolation: Isolation = '',
): Promise<T> => {
  const { result } = await database.begin(isolation, async (sql) => {
    await setContext(sql, context)
    const { scope } = context
    const centre = scope.kind === 'centre' ? scope.centre : undefined
    return { result: await work({ sql, db: createDrizzle(sql), centre }) }
  })
  return result
}

/** Runs `work` in the transaction as another role. A failure must end the transaction, because the role remains set. */
export const withRole = async <T>(tx: Transaction, role: BorrowedRole, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  await tx.sql.unsafe(`SET LOCAL ROLE ${role}`)
  const result = await work(tx)
  await tx.sql.unsafe('SET LOCAL ROLE NONE')
  return result
}
