import { firstLink, hashJointLink, hashLink, type AuditLink } from './audit-chain.ts'
import type { Database } from './connect.ts'
import type { VerificationOptions } from './verification-options.ts'

/** Describes the first row that does not match. */
export type Mismatch = string

const batchSize = 20_000

type Row = AuditLink & { readonly entry_id: number; readonly digest: string | null }

const readLinks = (database: Database, after: number): Promise<Row[]> => database<Row[]>`
  SELECT l.position, l.hash, l.entry_id, CASE WHEN e.id IS NOT NULL THEN hash_audit_entry(e) END AS digest
  FROM audit_chain_link AS l LEFT JOIN audit_log AS e ON e.id = l.entry_id WHERE l.position > ${after} ORDER BY l.position LIMIT ${batchSize}`

/** Finds the key of a link: that of the previous link, or that of a joint link. The first link can have any key. */
const findKey = (keys: readonly Uint8Array[], current: Uint8Array | undefined, previous: AuditLink, row: Row): Uint8Array | undefined => {
  const entry = { entry_id: row.entry_id, digest: row.digest ?? '' }
  const earlier = current ? [current] : keys
  const sameKey = earlier.find((key) => hashLink(key, previous, entry) === row.hash)
  return sameKey ?? keys.find((key) => earlier.some((from) => hashJointLink(from, key, previous, entry) === row.hash))
}

export type VerifiedAudit = { readonly links: number; readonly head: AuditLink; readonly mismatch?: Mismatch }

/**
 * Recomputes the chain over the audit log from its first entry (THREAT-47). Memory does not grow with the log.
 * @param keys all keys that wrote links
 * @param known a link that an earlier run printed. The chain must still contain it, otherwise its end was removed.
 */
export const verifyAuditLog = async (
  database: Database,
  keys: readonly Uint8Array[],
  known: AuditLink = firstLink,
  { signal, progress }: VerificationOptions = {},
): Promise<VerifiedAudit> => {
  let previous = firstLink
  let key: Uint8Array | undefined
  for (let rows = await readLinks(database, 0); rows.length > 0; rows = await readLinks(database, previous.position)) {
    for (const row of rows) {
      const failed = (problem: string) => ({ links: previous.position, head: previous, mismatch: `audit log: ${problem}` })
      if (row.position !== previous.position + 1) return failed(`link ${previous.position + 1} is missing`)
      if (row.digest === null) return failed(`entry ${row.entry_id} is missing`)
      key = findKey(keys, key, previous, row)
      if (!key) return failed(`entry ${row.entry_id} does not match`)
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
