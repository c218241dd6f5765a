import { createOwnerFunction, formatSignature, type OwnerFunction } from './owner-function.ts'
import { current, type Statement } from './text.ts'

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

/**
 * Where the receipt of the transaction's patient goes: to the patient's contact, or else to the guardians who may act today. A patient without both
 * gets no message (REQ-CON-15).
 */
const listReceiptContacts: OwnerFunction = {
  name: 'list_receipt_contacts',
  parameters: {},
  returns: 'TABLE (contact text)',
  body: `
    WITH own AS (
      SELECT p.id, CASE p.login_mode WHEN 'Email' THEN i.email ELSE i.mobile_prefix || i.mobile END AS contact
      FROM patient AS p JOIN patient_identity AS i ON i.patient_id = p.id WHERE p.id = ${current.patientOrChild}
    )
    SELECT own.contact FROM own WHERE own.contact IS NOT NULL
    UNION
    SELECT coalesce(guardian.contact, used.contact)
    FROM own JOIN guardianship AS g ON g.patient_id = own.id JOIN guardian ON guardian.id = g.guardian_id
    LEFT JOIN account AS a ON a.guardian_id = guardian.id LEFT JOIN sign_in_contact AS used ON used.account_id = a.id AND used.in_use
    WHERE own.contact IS NULL AND is_guardianship_in_force(g) AND coalesce(guardian.contact, used.contact) IS NOT NULL`,
}

const functions = [findConsentReceipt, listReceiptContacts]

export const consentReceiptStatements: readonly Statement[] = functions.map(createOwnerFunction)
export const consentReceiptSignatures: readonly string[] = functions.map(formatSignature)
