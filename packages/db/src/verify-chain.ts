import { firstLink, hashJointLink, hashLink, type AuditEntryDigest, type AuditLink } from './audit-chain.ts'
import type { Database } from './connect.ts'
import { listDetachedMonths, signMonth, type DetachedMonth } from './detached-months.ts'
import type { VerificationOptions } from './verification-options.ts'
import { withWholeLog } from './whole-log.ts'

/** Describes the first row that does not match. */
export type Mismatch = string

const batchSize = 20_000

type Row = AuditLink & { readonly entry_id: number; readonly digest: string | undefined }

const readLinks = (database: Database, after: number, until: number, limit: number): Promise<readonly Row[]> =>
  withWholeLog(database, async (sql, entries) => {
    const links = await sql<(AuditLink & { entry_id: number })[]>`
      SELECT position, hash, entry_id FROM audit_chain_link WHERE position > ${after} AND position <= ${until} ORDER BY position LIMIT ${limit}`
    // A list of ids is one look-up in each month; a join would look for each id in each month.
    const digests = await sql<AuditEntryDigest[]>`
      SELECT e.id AS entry_id, hash_audit_entry(ROW(e.*)::audit_log) AS digest FROM (${entries}) AS e
      WHERE e.id = ANY (${links.map(({ entry_id: id }) => id)}::bigint[])`
    const byEntry = new Map(digests.map(({ entry_id: id, digest }) => [id, digest]))
    return links.map((link) => ({ ...link, digest: byEntry.get(link.entry_id) }))
  })

/** Finds the key of a link: that of the previous link, or that of a joint link. The first link can have any key. */
const findKey = (
  keys: readonly Uint8Array[],
  current: Uint8Array | undefined,
  previous: AuditLink,
  row: AuditLink & AuditEntryDigest,
): Uint8Array | undefined => {
  const earlier = current ? [current] : keys
  const sameKey = earlier.find((key) => hashLink(key, previous, row) === row.hash)
  return sameKey ?? keys.find((key) => earlier.some((from) => hashJointLink(from, key, previous, row) === row.hash))
}

/** `missing` counts the entries of detached months that are not in the database. */
export type VerifiedAudit = { readonly links: number; readonly missing: number; readonly head: AuditLink; readonly mismatch?: Mismatch }

/** The part to check. `known` and `since` are links that an earlier run printed. Without them the chain is checked from its first entry. */
export type AuditRange = {
  /** The chain must still contain it, otherwise its end was removed. */
  readonly known?: AuditLink | undefined
  /** Only later entries are checked: those before it matched when it was printed. */
  readonly since?: AuditLink | undefined
  /** The position of the last link to check. */
  readonly until?: number
}

/** The hash of a link covers all earlier ones, so whoever has it needs to trust no stored link before it. */
const containsLink = async (database: Database, { position, hash }: AuditLink): Promise<boolean> => {
  if (position === 0) return true
  const [found] = await database<{ hash: string }[]>`SELECT hash FROM audit_chain_link WHERE position = ${position}`
  return found?.hash === hash
}

/** Finds an entry after a link that is neither in the chain nor waits for it. */
const findUnlinked = (database: Database, { position }: AuditLink): Promise<number | undefined> =>
  withWholeLog(database, async (sql, entries) => {
    const [unlinked] = await sql<{ id: number }[]>`
      SELECT e.id FROM (${entries}) AS e WHERE e.id > coalesce((SELECT entry_id FROM audit_chain_link WHERE position = ${position}), 0)
        AND NOT EXISTS (SELECT FROM audit_chain_link AS l WHERE l.entry_id = e.id)
        AND NOT EXISTS (SELECT FROM audit_chain_pending AS p WHERE p.entry_id = e.id) ORDER BY e.id LIMIT 1`
    return unlinked?.id
  })

const isSigned = (keys: readonly Uint8Array[], month: DetachedMonth): boolean => keys.some((key) => signMonth(key, month) === month.mac)

/**
 * Recomputes the chain over the audit log (THREAT-47). Memory does not grow with the log. Of a detached month that is no longer in the
 * database only the links are left: its head must be the signed one, and no more entries may be missing than it had.
 * @param keys all keys that wrote links
 */
export const verifyAuditLog = async (
  database: Database,
  keys: readonly Uint8Array[],
  { known = firstLink, since = firstLink, until = Number.MAX_SAFE_INTEGER }: AuditRange = {},
  { signal, progress }: VerificationOptions = {},
  linksAtATime = batchSize,
): Promise<VerifiedAudit> => {
  let previous = since
  let key: Uint8Array | undefined
  let missing = 0
  const verified = (problem?: string): VerifiedAudit => ({
    links: previous.position - since.position - missing,
    missing,
    head: previous,
    ...(problem !== undefined && { mismatch: `audit log: ${problem}` }),
  })
  const detached = await listDetachedMonths(database)
  const unsigned = detached.find((month) => !isSigned(keys, month))
  if (unsigned) return verified(`the head of the detached month ${unsigned.month.slice(0, 7)} is not signed`)
  const away = detached.filter(({ isAway }) => isAway)
  const awayUntil = Math.max(0, ...away.map(({ position }) => position))
  const awayEntries = away.reduce((sum, { entries }) => sum + entries, 0)
  const signed = new Map([known, ...detached].map(({ position, hash }) => [position, hash]))
  if (!(await containsLink(database, since))) return verified(`link ${since.position} is not the known one`)
  const readNext = () => readLinks(database, previous.position, until, linksAtATime)
  for (let rows = await readNext(); rows.length > 0; rows = await readNext()) {
    for (const row of rows) {
      const { position, hash, entry_id: entry, digest } = row
      if (position !== previous.position + 1) return verified(`link ${previous.position + 1} is missing`)
      if (digest === undefined) {
        if (position > awayUntil || missing === awayEntries) return verified(`entry ${entry} is missing`)
        missing++
        // The key may have been rotated in a month that is away.
        key = undefined
      } else {
        key = findKey(keys, key, previous, { ...row, digest })
        if (!key) return verified(`entry ${entry} does not match`)
      }
      previous = { position, hash }
      if ((signed.get(position) ?? hash) !== hash) return verified(`link ${position} is not the known one`)
    }
    progress?.('entries of the audit log', previous.position - since.position)
    signal?.throwIfAborted()
  }
  if (previous.position < known.position) return verified(`link ${previous.position + 1} is missing`)
  if (previous.position === until) return verified()
  const unlinked = await findUnlinked(database, since)
  return verified(unlinked === undefined ? undefined : `entry ${unlinked} is not in the chain`)
}
