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

/** The first link of a new key. Only a holder of both keys can compute it, so the chain goes on from the earlier one. */
export const hashJointLink = (from: Uint8Array, to: Uint8Array, previous: AuditLink, entry: AuditEntryDigest): string =>
  hashLink(to, { ...previous, hash: hashLink(from, previous, entry) }, entry)

type ComputeHash = (previous: AuditLink, entry: AuditEntryDigest) => string

/** Adds links for the oldest entries without one. Returns their number. The transaction holds the lock of the chain. */
const addBatch = async (sql: Queries, computeHash: ComputeHash): Promise<number> => {
  const [last] = await sql<AuditLink[]>`SELECT position, hash FROM audit_chain_link ORDER BY position DESC LIMIT 1`
  const entries = await sql<AuditEntryDigest[]>`SELECT entry_id, digest FROM claim_audit_entries(${batchSize})`
  let previous = last ?? firstLink
  const links = entries.map((entry) => {
    previous = { position: previous.position + 1, hash: computeHash(previous, entry) }
    return { ...previous, entry_id: entry.entry_id }
  })
  if (links.length > 0) await sql`INSERT INTO audit_chain_link ${sql(links)}`
  return links.length
}

/** Returns the key that writes now. Nobody changes it while the transaction holds the lock of the chain. */
export type ChooseKey = (sql: Queries) => Promise<Uint8Array>

const chainBatch = (database: Database, chooseKey: ChooseKey): Promise<number> =>
  withTransaction(database, systemContext, async (tx) => {
    const [lock] = await tx.sql<{ held: boolean }[]>`SELECT pg_try_advisory_xact_lock(${chainLock}) AS held`
    if (!lock?.held) return 0
    const key = await chooseKey(tx.sql)
    return withRole(tx, 'registry_worker', ({ sql }) => addBatch(sql, (previous, entry) => hashLink(key, previous, entry)))
  })

/** Adds a link for each entry, those of the caller's transaction included, as the owner. An operator's command is in the chain when it ends. */
export const chainInTransaction = async ({ sql }: Transaction, key: Uint8Array): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(${chainLock})`
  while ((await addBatch(sql, (previous, entry) => hashLink(key, previous, entry))) === batchSize);
}

/** Goes on with the chain under another key: links all entries under the earlier key, then the entry that `writeEntry` adds under both. */
export const joinChain = async (tx: Transaction, from: Uint8Array, to: Uint8Array, writeEntry: () => Promise<void>): Promise<void> => {
  await chainInTransaction(tx, from)
  await writeEntry()
  await addBatch(tx.sql, (previous, entry) => hashJointLink(from, to, previous, entry))
}

/** Adds a link for each committed entry without one. Writers of the audit log never wait for it. */
export const chainAuditLog = async (database: Database, chooseKey: ChooseKey): Promise<void> => {
  while ((await chainBatch(database, chooseKey)) === batchSize);
}
