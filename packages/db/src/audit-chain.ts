import { createHmac } from 'node:crypto'
import type { Database } from './connect.ts'
import { systemContext, withRole, withTransaction } from './transaction.ts'

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

const chainBatch = (database: Database, key: Uint8Array): Promise<number> =>
  withTransaction(database, systemContext, async (tx) => {
    const [lock] = await tx.sql<{ held: boolean }[]>`SELECT pg_try_advisory_xact_lock(${chainLock}) AS held`
    if (!lock?.held) return 0
    return withRole(tx, 'registry_worker', async ({ sql }) => {
      const [last] = await sql<AuditLink[]>`SELECT position, hash FROM audit_chain_link ORDER BY position DESC LIMIT 1`
      const entries = await sql<AuditEntryDigest[]>`SELECT entry_id, digest FROM claim_audit_entries(${batchSize})`
      let previous = last ?? firstLink
      const links = entries.map((entry) => {
        previous = { position: previous.position + 1, hash: hashLink(key, previous, entry) }
        return { ...previous, entry_id: entry.entry_id }
      })
      if (links.length > 0) await sql`INSERT INTO audit_chain_link ${sql(links)}`
      return links.length
    })
  })

/** Adds a link for each committed entry without one. Writers of the audit log never wait for it. */
export const chainAuditLog = async (database: Database, key: Uint8Array): Promise<void> => {
  while ((await chainBatch(database, key)) === batchSize);
}
