import type { AuditLink } from '@registry/db/audit-chain'
import { connect, type Database, type DatabaseAddress } from '@registry/db/connect'
import { verifyAuditLog, type AuditRange } from '@registry/db/verify-chain'
import { verifyLedger } from '@registry/db/verify-ledger'
import type { VerificationOptions } from '@registry/db/verification-options'
import type { KeyedHash } from '../auth/keyed-hash.ts'
import { verifyReceipts } from '../features/receipts/verify.ts'

export type Verified = { readonly matches: boolean; readonly lines: readonly string[] }

/** A link in the format of `verify`; `undefined` for any other text. */
export const parseHead = (text: string): AuditLink | undefined => {
  const [, position, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? []
  return position === undefined || hash === undefined ? undefined : { position: Number(position), hash }
}

export const formatHead = ({ position, hash }: AuditLink): string => `${position}:${hash}`

/** Heads of a lost database are not in the chain of its restored copy, which begins a new end with the entry of `after-restore`. */
const explainLostHead = async (database: Database, known: AuditLink): Promise<readonly string[]> => {
  const [found] = await database<(AuditLink & { readonly restored: string })[]>`
    SELECT c.restored, l.position, l.hash FROM audit_log AS e JOIN audit_chain_link AS l ON l.entry_id = e.id,
      (SELECT restored FROM completed_restore ORDER BY completed_at DESC LIMIT 1) AS c
    WHERE e.command = 'restore' AND e.action = 'COMPLETE'
      AND NOT EXISTS (SELECT FROM audit_chain_link WHERE position = ${known.position} AND hash = ${known.hash})
    ORDER BY e.id DESC LIMIT 1`
  return found
    ? [`restored to ${found.restored}: the log has no later heads of the lost database; compare with --head ${formatHead(found)}`]
    : []
}

type Keys = { readonly auditChain: readonly Uint8Array[]; readonly keyedHash: KeyedHash }

/**
 * Recomputes all hashes of the consent ledger and of the audit log, and the signatures of the receipts. Names the first row of each that
 * does not match (THREAT-47, THREAT-53). `since` limits it to the entries of the audit log after a link.
 */
export const verify = async (
  owner: DatabaseAddress,
  keys: Keys,
  range: AuditRange = {},
  options: VerificationOptions = {},
): Promise<Verified> => {
  const database = connect(owner, { max: 1, applicationName: 'registry verify' })
  try {
    const { links, missing, head, mismatch } = await verifyAuditLog(database, keys.auditChain, range, options)
    const matching = [
      `audit log: ${links} entries match`,
      ...(range.since ? [`after link ${range.since.position}`] : []),
      ...(missing > 0 ? [`and ${missing} of detached months are not in this database`] : []),
    ].join(' ')
    const log = mismatch ?? `${matching}, head ${formatHead(head)}`
    const given = range.since ?? range.known
    const explained = mismatch !== undefined && given ? await explainLostHead(database, given) : []
    if (range.since) return { matches: mismatch === undefined, lines: [log, ...explained] }
    const broken = await verifyLedger(database, options)
    const signed = await verifyReceipts(database, keys.keyedHash, options)
    return {
      matches: broken === undefined && mismatch === undefined && signed.mismatch === undefined,
      lines: [
        broken ?? 'consent ledger: every answer matches',
        log,
        signed.mismatch ?? `consent receipts: ${signed.receipts} receipts match`,
        ...explained,
      ],
    }
  } finally {
    await database.end()
  }
}
