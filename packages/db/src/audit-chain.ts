import { createHmac } from 'node:crypto'
import type { Database } from './connect.ts'
import { addPendingAnswers } from './consent-sum.ts'
import { withRole, withTransaction } from './transaction.ts'

export type AuditLink = { readonly position: number; readonly hash: string }
export type LinkedEntry = { readonly entry_id: number; readonly digest: string; readonly ledger_hash: string }

/** The advisory lock with which one process at a time adds links. The number is arbitrary. */
const chainLock = 7_315_502
const batchSize = 1000
const systemContext = { actor: '', via: 'system', scope: { kind: 'none' } } as const
export const firstLink: AuditLink = { position: 0, hash: '' }

/**
 * Computes the HMAC of a link over its entry, the sum of the consent ledger and the previous link. Only the holder of the key can compute it
 * (THREAT-47).
 */
export const hashLink = (key: Uint8Array, previous: AuditLink, { entry_id: entry, digest, ledger_hash: ledger }: LinkedEntry): string =>
  createHmac('sha256', key)
    .update(`${previous.position + 1}\n${previous.hash}\n${entry}\n${digest}\n${ledger}`)
    .digest('hex')

const chainBatch = (database: Database, key: Uint8Array): Promise<number> =>
  withTransaction(database, systemContext, async (tx) => {
    const [lock] = await tx.sql<{ held: boolean }[]>`SELECT pg_try_advisory_xact_lock(${chainLock}) AS held`
    if (!lock?.held) return 0
    return withRole(tx, 'registry_worker', async ({ sql }) => {
      const [last] = await sql<(AuditLink & { readonly ledger_hash: string })[]>`
        SELECT position, hash, ledger_hash FROM audit_chain_link ORDER BY position DESC LIMIT 1`
      const entries = await sql<{ entry_id: number; digest: string }[]>`SELECT entry_id, digest FROM take_audit_entries(${batchSize})`
      if (entries.length === 0) return 0
      const ledger_hash = await addPendingAnswers(sql, key, last?.ledger_hash ?? '')
      let previous = last ?? firstLink
      const links = entries.map(({ entry_id, digest }) => {
        previous = { position: previous.position + 1, hash: hashLink(key, previous, { entry_id, digest, ledger_hash }) }
        return { ...previous, entry_id, ledger_hash }
      })
      await sql`INSERT INTO audit_chain_link ${sql(links)}`
      return links.length
    })
  })

/** Adds a link for each committed entry without one, and the committed answers to the sum of the ledger. Writers never wait for it. */
export const chainAuditLog = async (database: Database, key: Uint8Array): Promise<void> => {
  while ((await chainBatch(database, key)) === batchSize);
}
