import type { Transaction } from '@registry/db/transaction'
import { isEmailContact } from '@registry/domain/access/contact'
import { receiptMailLimit } from '@registry/domain/access/receipt-limits'
import type { ConsentReceipt } from '@registry/domain/consent/receipt'
import { hasAssent } from '@registry/domain/consent/receipt-source'
import { receiptMessages } from '@registry/domain/messages/receipts'
import type { Deps } from '../../app/deps.ts'
import { acquireSlot } from '../../auth/rate-limit.ts'
import { findGuardianContact, listReceiptContacts } from './queries.ts'

type Needs = Pick<Deps, 'messages' | 'outbox'>

export const receiptFileName = { it: 'ricevuta_consensi', en: 'consent_receipt' } as const

/**
 * Queues the mail with the receipt, or an SMS that mentions it without health data (REQ-CON-15, decision 0037). The mail waits with the
 * signed file; its PDF is rendered when it is sent.
 */
export const queueReceipt = async (
  { messages, outbox }: Needs,
  tx: Transaction,
  patientId: number,
  receipt: ConsentReceipt,
  signedFile: string,
): Promise<void> => {
  const { language, purposes } = receipt.consent_record.pii_processing
  const acting = await findGuardianContact(tx)
  const contacts = acting === undefined ? await listReceiptContacts(tx) : [acting]
  // The pseudonym reveals nothing in the table of limits.
  const key = `receipt ${receipt.consent_record.record_metadata.pii_principal_id}`
  if (contacts.length === 0 || (await acquireSlot(tx.sql, key, receiptMailLimit)) > 0) return
  const { subject, mail, sms } = receiptMessages.notification
  const origin = new URL(receipt.receipt_metadata.verification).origin
  const values = { link: receipt.receipt_metadata.verification, origin, assent: hasAssent(purposes) ? 'yes' : 'no' }
  for (const to of contacts)
    await outbox.put(
      tx,
      isEmailContact(to)
        ? {
            channel: 'mail',
            to,
            subject: messages.format(subject, language, values),
            text: messages.format(mail, language, values),
            patientId,
            attachment: { name: `${receiptFileName[language]}.pdf`, bytes: Buffer.from(signedFile) },
          }
        : { channel: 'sms', to, text: messages.format(sms, language, values), patientId },
    )
}
