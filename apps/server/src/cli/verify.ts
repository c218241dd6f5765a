import { firstLink, type AuditLink } from '@registry/db/audit-chain'
import { connect, type DatabaseAddress } from '@registry/db/connect'
import { verifyAuditLog } from '@registry/db/verify-chain'
import { verifyLedger } from '@registry/db/verify-ledger'
import type { VerificationOptions } from '@registry/db/verification-options'

export type Verified = { readonly matches: boolean; readonly lines: readonly string[] }

/** A link as `verify` prints it; `undefined` for any other text. */
export const parseHead = (text: string): AuditLink | undefined => {
  const [, position, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? []
  return position === undefined || hash === undefined ? undefined : { position: Number(position), hash }
}

/** Recomputes all hashes of the consent ledger and of the audit log. Names the first row of each that does not match (THREAT-47). */
export const verify = async (
  owner: DatabaseAddress,
  key: Uint8Array,
  known: AuditLink = firstLink,
  options: VerificationOptions = {},
): Promise<Verified> => {
  const database = connect(owner, { max: 1, applicationName: 'registry verify' })
  try {
    const broken = await verifyLedger(database, options)
    const { links, head, mismatch } = await verifyAuditLog(database, key, known, options)
    const log = `audit log: ${links} entries match, head ${head.position}:${head.hash}`
    return {
      matches: broken === undefined && mismatch === undefined,
      lines: [broken ?? 'consent ledger: every answer matches', mismatch ?? log],
    }
  } finally {
    await database.end()
  }
}
