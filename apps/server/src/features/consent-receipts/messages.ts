import type { Transaction } from '@registry/db/transaction'
import { receiptMailLimit } from '@registry/domain/access/receipt-limits'
import type { ConsentReceipt } from '@registry/domain/consent/receipt'
import { receiptMessages } from '@registry/domain/messages/receipts'
import type { Deps } from '../../deps.ts'
import { takeSlot } from '../../auth/rate-limit.ts'
import { findContact } from './queries.ts'
import { printReceipt } from './receipt-document.ts'

type Needs = Pick<Deps, 'log' | 'messages' | 'receiptKey' | 'pdf' | 'outbox'>

export const receiptFileName = { it: 'ricevuta_consensi', en: 'consent_receipt' } as const

/** A receipt that cannot be printed now never stops answers. The patient downloads it later. */
const tryToPrint = (needs: Needs, receipt: ConsentReceipt): Promise<Buffer | undefined> =>
  printReceipt(needs, receipt).catch((error: unknown) => {
    needs.log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'a receipt was not printed for its mail')
    return undefined
  })

/** Sends the receipt by mail, or says by SMS where it is, without health data (REQ-CON-15, decision 0037). */
export const sendReceipt = async (needs: Needs, tx: Transaction, patientId: number, receipt: ConsentReceipt): Promise<void> => {
  const { language } = receipt.consent_record.pii_processing
  const contact = await findContact(tx, patientId)
  // The pseudonym says nothing in the table of limits.
  const key = `receipt ${receipt.consent_record.record_metadata.pii_principal_id}`
  if (!contact || (await takeSlot(tx.sql, key, receiptMailLimit)) > 0) return
  const { subject, mail, mailWithoutFile, sms } = receiptMessages.notification
  const origin = new URL(receipt.receipt_metadata.verification).origin
  const values = { link: receipt.receipt_metadata.verification, origin }
  if (contact.mode === 'Mobile') {
    await needs.outbox.put(tx, { channel: 'sms', to: contact.mobile ?? '', text: needs.messages.format(sms, language, values), patientId })
    return
  }
  const bytes = await tryToPrint(needs, receipt)
  await needs.outbox.put(tx, {
    channel: 'mail',
    to: contact.email ?? '',
    subject: needs.messages.format(subject, language),
    text: needs.messages.format(bytes ? mail : mailWithoutFile, language, values),
    patientId,
    ...(bytes && { attachment: { name: `${receiptFileName[language]}.pdf`, bytes } }),
  })
}
