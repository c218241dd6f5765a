import { createHmac } from 'node:crypto'
import type { Database } from './connect.ts'
import { withRole, withTransaction } from './transaction.ts'

export type AuditLink = { readonly position: number; readonly hash: string }
export type AuditEntryDigest = { readonly entry_id: number; readonly digest: string }

/** Any number, the same for every process: one at a time adds links. */
const chainLock = 7_315_502
const batchSize = 1000
const nobody = { actor: '', via: 'system', scope: { kind: 'none' } } as const
export const firstLink: AuditLink = { position: 0, hash: '' }

/** The link of an entry: it covers the entry and the link before, and only who has the key can make it (THREAT-47). */
export const linkHash = (key: Uint8Array, before: AuditLink, { entry_id: entry, digest }: AuditEntryDigest): string =>
  createHmac('sha256', key)
    .update(`${before.position + 1}\n${before.hash}\n${entry}\n${digest}`)
    .digest('hex')

const chainBatch = (database: Database, key: Uint8Array): Promise<number> =>
  withTransaction(database, nobody, async (tx) => {
    const [lock] = await tx.sql<{ held: boolean }[]>`SELECT pg_try_advisory_xact_lock(${chainLock}) AS held`
    if (!lock?.held) return 0
    return withRole(tx, 'registry_worker', async ({ sql }) => {
      const [last] = await sql<AuditLink[]>`SELECT position, hash FROM audit_chain_link ORDER BY position DESC LIMIT 1`
      const entries = await sql<AuditEntryDigest[]>`SELECT entry_id, digest FROM take_audit_entries(${batchSize})`
      let before = last ?? firstLink
      const links = entries.map((entry) => {
        before = { position: before.position + 1, hash: linkHash(key, before, entry) }
        return { ...before, entry_id: entry.entry_id }
      })
      if (links.length > 0) await sql`INSERT INTO audit_chain_link ${sql(links)}`
      return links.length
    })
  })

/** Adds a link for every committed entry that has none. Writers of the log never wait for it. */
export const chainAuditLog = async (database: Database, key: Uint8Array): Promise<void> => {
  while ((await chainBatch(database, key)) === batchSize);
}
