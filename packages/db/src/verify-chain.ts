import { firstLink, hashLink, type AuditLink } from './audit-chain.ts'
import type { Database } from './connect.ts'
import type { VerificationOptions } from './verification-options.ts'

/** Describes the first row that does not match. */
export type Mismatch = string

const batchSize = 20_000

type Row = AuditLink & { readonly entry_id: number; readonly digest: string | null }

const readLinks = (database: Database, after: number): Promise<Row[]> => database<Row[]>`
  SELECT l.position, l.hash, l.entry_id, CASE WHEN e.id IS NOT NULL THEN hash_audit_entry(e) END AS digest
  FROM audit_chain_link AS l LEFT JOIN audit_log AS e ON e.id = l.entry_id WHERE l.position > ${after} ORDER BY l.position LIMIT ${batchSize}`

const findMismatch = (key: Uint8Array, previous: AuditLink, row: Row): Mismatch | undefined => {
  const { position, entry_id: entry, digest, hash } = row
  if (position !== previous.position + 1) return `audit log: link ${previous.position + 1} is missing`
  if (digest === null) return `audit log: entry ${entry} is missing`
  return hashLink(key, previous, { entry_id: entry, digest }) === hash ? undefined : `audit log: entry ${entry} does not match`
}

export type VerifiedAudit = { readonly links: number; readonly head: AuditLink; readonly mismatch?: Mismatch }

/**
 * Recomputes the chain over the audit log from its first entry (THREAT-47). Memory does not grow with the log.
 * @param known a link that an earlier run printed. The chain must still contain it, otherwise its end was removed.
 */
export const verifyAuditLog = async (
  database: Database,
  key: Uint8Array,
  known: AuditLink = firstLink,
  { signal, progress }: VerificationOptions = {},
): Promise<VerifiedAudit> => {
  let previous = firstLink
  for (let rows = await readLinks(database, 0); rows.length > 0; rows = await readLinks(database, previous.position)) {
    for (const row of rows) {
      const mismatch = findMismatch(key, previous, row)
      if (mismatch !== undefined) return { links: previous.position, head: previous, mismatch }
      previous = { position: row.position, hash: row.hash }
      if (row.position === known.position && row.hash !== known.hash)
        return { links: previous.position, head: previous, mismatch: `audit log: link ${row.position} is not the known one` }
    }
    progress?.('entries of the audit log', previous.position)
    signal?.throwIfAborted()
  }
  const verified = { links: previous.position, head: previous }
  if (previous.position < known.position) return { ...verified, mismatch: `audit log: link ${previous.position + 1} is missing` }
  const [unlinked] = await database<{ id: number }[]>`
    SELECT e.id FROM audit_log AS e WHERE NOT EXISTS (SELECT FROM audit_chain_link AS l WHERE l.entry_id = e.id)
      AND NOT EXISTS (SELECT FROM audit_chain_pending AS p WHERE p.entry_id = e.id) ORDER BY e.id LIMIT 1`
  return unlinked ? { ...verified, mismatch: `audit log: entry ${unlinked.id} is not in the chain` } : verified
}
