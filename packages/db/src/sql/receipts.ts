import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import type { Statement } from './text.ts'

/**
 * Finds a receipt by its code for a person without a session (REQ-CON-16). Returns its file, whether later answers or a withdrawal
 * followed, and its last chain hash. Row security shows the table only to the patient.
 */
const findConsentReceipt: OwnerFunction = {
  name: 'find_consent_receipt',
  parameters: { in_code: 'text' },
  returns: 'TABLE (content text, state text, chain_hash text)',
  body: `
    SELECT receipt.content,
      CASE WHEN patient.c_db_no_notification IS NOT NULL THEN 'withdrawn'
        WHEN EXISTS (SELECT FROM consent_receipt AS later WHERE later.subject = receipt.subject AND later.seq > receipt.seq) THEN 'replaced'
        ELSE 'newest' END,
      event.chain_hash
    FROM consent_receipt AS receipt JOIN patient ON patient.consent_subject = receipt.subject
    JOIN consent_event AS event ON (event.subject, event.seq) = (receipt.subject, receipt.seq)
    WHERE receipt.code = in_code`,
}

export const consentReceiptStatements: readonly Statement[] = [createOwnerFunction(findConsentReceipt)]
export const consentReceiptSignatures: readonly string[] = [formatSignature(findConsentReceipt)]
