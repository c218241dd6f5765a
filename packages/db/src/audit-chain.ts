import { createHmac } from 'node:crypto'
import type { Database, Queries } from './connect.ts'
import { systemContext, withRole, withTransaction, type Transaction } from './transaction.ts'

export type AuditLink = { readonly position: number; readonly hash: string }
export type AuditEntryDigest = { readonly entry_id: number; readonly digest: string }

/** The advisory lock that lets one process at a time add links. The number is arbitrary. */
const chainLock = 7_315_502
const batchSize = 1000
export const firstLink: AuditLink = { position: 0, hash: '' }

/** Computes the HMAC of a link over its entry and the previous link. Only the holder of the key can compute it (THREAT-47). */
export const hashLink = (key: Uint8Array, previous: AuditLink, { entry_id: entry, digest }: AuditEntryDigest): string =>
  createHmac('sha256', key)
    .update(`${previous.position + 1}\n${previous.hash}\n${entry}\n${digest}`)
    .digest('hex')

/** Adds links for the oldest entries without one. Returns their number. The transaction holds the lock of the chain. */
const addBatch = async (sql: Queries, key: Uint8Array): Promise<number> => {
  const [last] = await sql<AuditLink[]>`SELECT position, hash FROM audit_chain_link ORDER BY position DESC LIMIT 1`
  const entries = await sql<AuditEntryDigest[]>`SELECT entry_id, digest FROM claim_audit_entries(${batchSize})`
  let previous = last ?? firstLink
  const links = entries.map((entry) => {
    previous = { position: previous.position + 1, hash: hashLink(key, previous, entry) }
    return { ...previous, entry_id: entry.entry_id }
  })
  if (links.length > 0) await sql`INSERT INTO audit_chain_link ${sql(links)}`
  return links.length
}

const chainBatch = (database: Database, key: Uint8Array): Promise<number> =>
  withTransaction(database, systemContext, async (tx) => {
    const [lock] = await tx.sql<{ held: boolean }[]>`SELECT pg_try_advisory_xact_lock(${chainLock}) AS held`
    return lock?.held ? withRole(tx, 'registry_worker', ({ sql }) => addBatch(sql, key)) : 0
  })

/** Adds a link for each entry, those of the caller's transaction included, as the owner. An operator's command is in the chain when it ends. */
export const chainInTransaction = async ({ sql }: Transaction, key: Uint8Array): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(${chainLock})`
  while ((await addBatch(sql, key)) === batchSize);
}

/** Adds a link for each committed entry without one. Writers of the audit log never wait for it. */
export const chainAuditLog = async (database: Database, key: Uint8Array): Promise<void> => {
  while ((await chainBatch(database, key)) === batchSize);
}
