import type { Caller } from '@registry/api-contract/caller'
import type { ReceiptCheck } from '@registry/api-contract/receipts'
import { verificationLimits } from '@registry/domain/access/receipt-limits'
import type { ConsentReceipt } from '@registry/domain/consent/receipt'
import { parseReceiptCode } from '@registry/domain/consent/receipt-code'
import { AppError } from '@registry/domain/error'
import { readTransaction } from '../../audit/operation.ts'
import { formatAddressBlock } from '../../auth/address-block.ts'
import { isHashOf } from '../../auth/keyed-hash.ts'
import { consumeAttempt } from '../../auth/rate-limit.ts'
import type { PublicKeys } from '../../auth/receipt-signature.ts'
import type { Deps } from '../../app/deps.ts'
import { readPublicKeys } from './keys.ts'
import { findReceiptByCode, type ReceiptState } from './queries.ts'
import { isPdf, readPdfReceipt, readReceiptFile, type PdfReceipt } from './receipt-files.ts'

const invalid = { valid: false } as const satisfies ReceiptCheck

/** @throws AppError too_many_attempts */
const limitChecks = async ({ database }: Pick<Deps, 'database'>, { host }: Caller): Promise<void> => {
  for (const { block = 'household', ...limit } of verificationLimits) {
    const seconds = await consumeAttempt(database, `receipt check ${formatAddressBlock(host, block)}`, limit)
    if (seconds > 0) throw new AppError('too_many_attempts', { seconds })
  }
}

const summarise = ({ receipt_metadata, consent_record }: ConsentReceipt): PdfReceipt => {
  const { version, language } = consent_record.pii_processing.purposes
  return { code: receipt_metadata.receipt_id, at: receipt_metadata.issued_at, version, language }
}

type Kept = { readonly receipt: ConsentReceipt; readonly state: ReceiptState }

/** Finds a receipt that is signed and still matches its answers in the ledger. Returns `undefined` for an unknown code. */
const findKept = async (deps: Deps, caller: Caller, keys: PublicKeys, code: string): Promise<Kept | 'changed' | undefined> => {
  const found = await readTransaction(deps, caller, (tx) => findReceiptByCode(tx, code))
  if (!found) return undefined
  const receipt = readReceiptFile(Buffer.from(found.content), keys)
  const entry = receipt?.consent_record.record_metadata.record_id ?? ''
  const isKept = receipt && (await isHashOf(deps.keyedHash, entry, 'receipt ledger entry', found.chainHash))
  return isKept ? { receipt, state: found.state } : 'changed'
}

/** Checks a code (REQ-CON-16). A changed receipt or ledger in the database is invalid. */
export const checkCode = async (deps: Deps, caller: Caller, typed: string): Promise<ReceiptCheck> => {
  await limitChecks(deps, caller)
  const code = parseReceiptCode(typed)
  const kept = code === undefined ? undefined : await findKept(deps, caller, await readPublicKeys(deps), code)
  return kept === undefined || kept === 'changed' ? invalid : { valid: true, ...summarise(kept.receipt), state: kept.state }
}

const readFile = (file: Uint8Array, keys: PublicKeys): PdfReceipt | undefined => {
  if (isPdf(file)) return readPdfReceipt(file, keys)
  const receipt = readReceiptFile(file, keys)
  return receipt && summarise(receipt)
}

/** Checks the bytes of a file, PDF or JSON (REQ-CON-16). One changed byte makes it invalid. */
export const checkFile = async (deps: Deps, caller: Caller, file: Uint8Array): Promise<ReceiptCheck> => {
  await limitChecks(deps, caller)
  const keys = await readPublicKeys(deps)
  const signed = readFile(file, keys)
  if (!signed) return invalid
  const kept = await findKept(deps, caller, keys, signed.code)
  return kept === 'changed' ? invalid : { valid: true, ...signed, state: kept?.state ?? 'not_kept' }
}
