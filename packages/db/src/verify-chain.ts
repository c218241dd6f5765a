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

/** Links that an earlier run printed. Without them the chain is checked from its first entry. */
export type EarlierHeads = {
  /** The chain must still contain it, otherwise its end was removed. */
  readonly known?: AuditLink | undefined
  /** Only later entries are checked: those before it matched when it was printed. */
  readonly since?: AuditLink | undefined
}

/** The hash of a link covers all earlier ones, so whoever has it needs to trust no stored link before it. */
const containsLink = async (database: Database, { position, hash }: AuditLink): Promise<boolean> => {
  if (position === 0) return true
  const [found] = await database<{ hash: string }[]>`SELECT hash FROM audit_chain_link WHERE position = ${position}`
  return found?.hash === hash
}

/** Finds an entry after a link that is neither in the chain nor waits for it. */
const findUnlinked = async (database: Database, { position }: AuditLink): Promise<number | undefined> => {
  const [unlinked] = await database<{ id: number }[]>`
    SELECT e.id FROM audit_log AS e WHERE e.id > coalesce((SELECT entry_id FROM audit_chain_link WHERE position = ${position}), 0)
      AND NOT EXISTS (SELECT FROM audit_chain_link AS l WHERE l.entry_id = e.id)
      AND NOT EXISTS (SELECT FROM audit_chain_pending AS p WHERE p.entry_id = e.id) ORDER BY e.id LIMIT 1`
  return unlinked?.id
}

/**
 * Recomputes the chain over the audit log (THREAT-47). Memory does not grow with the log.
 * @param keys all keys that wrote links
 */
export const verifyAuditLog = async (
  database: Database,
  keys: readonly Uint8Array[],
  { known = firstLink, since = firstLink }: EarlierHeads = {},
  { signal, progress }: VerificationOptions = {},
): Promise<VerifiedAudit> => {
  let previous = since
  let key: Uint8Array | undefined
  const verified = (problem?: string): VerifiedAudit => ({
    links: previous.position - since.position,
    head: previous,
    ...(problem !== undefined && { mismatch: `audit log: ${problem}` }),
  })
  if (!(await containsLink(database, since))) return verified(`link ${since.position} is not the known one`)
  for (let rows = await readLinks(database, since.position); rows.length > 0; rows = await readLinks(database, previous.position)) {
    for (const row of rows) {
      if (row.position !== previous.position + 1) return verified(`link ${previous.position + 1} is missing`)
      if (row.digest === null) return verified(`entry ${row.entry_id} is missing`)
      key = findKey(keys, key, previous, row)
      if (!key) return verified(`entry ${row.entry_id} does not match`)
      previous = { position: row.position, hash: row.hash }
      if (row.position === known.position && row.hash !== known.hash) return verified(`link ${row.position} is not the known one`)
    }
    progress?.('entries of the audit log', previous.position - since.position)
    signal?.throwIfAborted()
  }
  if (previous.position < known.position) return verified(`link ${previous.position + 1} is missing`)
  const unlinked = await findUnlinked(database, since)
  return verified(unlinked === undefined ? undefined : `entry ${unlinked} is not in the chain`)
}
