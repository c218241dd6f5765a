import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type { ConsentReceipt } from '@registry/domain/consent/receipt'
import { AppError } from '@registry/domain/error'
import { readTransaction } from '../../audit/operation.ts'
import { buildOwnReadTrace } from '../../audit/read-trace.ts'
import { requirePatient } from '../../auth/require-patient.ts'
import type { Deps } from '../../app/deps.ts'
import { checkCode, checkFile } from './check.ts'
import { readPublicKeys } from './keys.ts'
import { findOwnReceipt } from './queries.ts'
import { readReceiptFile } from './receipt-files.ts'

/** Checks of receipts by anyone who has one (REQ-CON-16). */
export const receipts = (deps: Deps): Services['receipts'] => ({
  checkCode: (caller, { code }) => checkCode(deps, caller, code),
  checkFile: (caller, { file }) => checkFile(deps, caller, Buffer.from(file, 'base64')),
})

/**
 * Reads the patient's receipt with its signed file (REQ-CON-15).
 * @throws AppError receipt_not_found, or Error for a receipt that was changed in the database
 */
export const readOwnReceipt = async (
  deps: Deps,
  caller: Caller,
  number: number,
): Promise<{ readonly receipt: ConsentReceipt; readonly file: string }> => {
  const { patientId } = requirePatient(caller)
  const file = await readTransaction(deps, caller, (tx) => findOwnReceipt(tx, number))
  if (file === undefined) throw new AppError('receipt_not_found')
  const receipt = readReceiptFile(Buffer.from(file), await readPublicKeys(deps))
  if (!receipt) throw new Error('a stored receipt does not match its signature')
  const answers = receipt.consent_record.pii_processing.purposes.answers
  caller.recordRead(
    buildOwnReadTrace(
      patientId,
      answers.map(({ field }) => field),
    ),
  )
  return { receipt, file }
}
