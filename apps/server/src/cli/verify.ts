import { firstLink, type AuditLink } from '@registry/db/audit-chain'
import { connect, type Database, type DatabaseAddress } from '@registry/db/connect'
import { verifyAuditLog } from '@registry/db/verify-chain'
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
 * does not match (THREAT-47, THREAT-53).
 */
export const verify = async (
  owner: DatabaseAddress,
  keys: Keys,
  known: AuditLink = firstLink,
  options: VerificationOptions = {},
): Promise<Verified> => {
  const database = connect(owner, { max: 1, applicationName: 'registry verify' })
  try {
    const broken = await verifyLedger(database, options)
    const { links, head, mismatch } = await verifyAuditLog(database, keys.auditChain, known, options)
    const signed = await verifyReceipts(database, keys.keyedHash, options)
    const log = `audit log: ${links} entries match, head ${formatHead(head)}`
    return {
      matches: broken === undefined && mismatch === undefined && signed.mismatch === undefined,
      lines: [
        broken ?? 'consent ledger: every answer matches',
        mismatch ?? log,
        signed.mismatch ?? `consent receipts: ${signed.receipts} receipts match`,
        ...(mismatch !== undefined && known.position > 0 ? await explainLostHead(database, known) : []),
      ],
    }
  } finally {
    await database.end()
  }
}
