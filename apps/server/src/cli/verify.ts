import { firstLink, type AuditLink } from '@registry/db/audit-chain'
import { connect, type DatabaseAddress } from '@registry/db/connect'
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
      ],
    }
  } finally {
    await database.end()
  }
}
