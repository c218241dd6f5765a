import type { Database } from '@registry/db/connect'
import type { VerificationOptions } from '@registry/db/verification-options'
import { isHashOf, type KeyedHash } from '../../auth/keyed-hash.ts'
import { readPublicKeys } from './keys.ts'
import { readReceiptFile } from './receipt-files.ts'

const batchSize = 1000

type Stored = { readonly subject: string; readonly seq: number; readonly content: string; readonly chainHash: string }
type Verified = { readonly receipts: number; readonly mismatch?: string }

/**
 * Verifies the signature of each stored receipt, and that it belongs to its answers in the ledger (REQ-CON-16, THREAT-53). It works in
 * batches, so memory does not grow with the receipts. Returns the first receipt that fails.
 */
export const verifyReceipts = async (
  database: Database,
  keyedHash: KeyedHash,
  { signal, progress }: VerificationOptions = {},
): Promise<Verified> => {
  const keys = await readPublicKeys({ database, keyedHash })
  let receipts = 0
  const stored = database<Stored[]>`
    SELECT receipt.subject, receipt.seq, receipt.content, event.chain_hash AS "chainHash"
    FROM consent_receipt AS receipt JOIN consent_event AS event ON (event.subject, event.seq) = (receipt.subject, receipt.seq)
    ORDER BY receipt.subject, receipt.seq`
  for await (const batch of stored.cursor(batchSize)) {
    signal?.throwIfAborted()
    for (const { subject, seq, content, chainHash } of batch) {
      const receipt = readReceiptFile(Buffer.from(content), keys)
      const entry = receipt?.consent_record.record_metadata.record_id ?? ''
      if (!(await isHashOf(keyedHash, entry, 'receipt ledger entry', chainHash)))
        return { receipts, mismatch: `consent receipts: receipt ${subject} ${seq} does not match` }
      receipts += 1
    }
    progress?.('consent receipts', receipts)
  }
  return { receipts }
}
