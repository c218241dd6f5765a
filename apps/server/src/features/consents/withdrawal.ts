import type { Caller, Patient } from '@registry/api-contract/caller'
import type { Withdrawal } from '@registry/api-contract/consents'
import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import { withdrawalMessages } from '@registry/domain/messages/consents'
import type { Deps } from '../../deps.ts'
import { computePatientFingerprints } from '../../withdrawn-fingerprints.ts'

type Needs = Pick<Deps, 'outbox' | 'messages' | 'keyedHash'>
/** The patient's data before the withdrawal, which may delete them. */
type Contact = { code: string; login_mode: 'Email' | 'Mobile'; email: string | null; mobile: string | null; lang: Language }
/** The withdrawal, with the centre's own code of the patient. */
type CompletedWithdrawal = { readonly centre: string; readonly code: string; readonly choice: Withdrawal['choice'] }
type CentreAdmin = { email: string; language: Language }

const findContact = async ({ sql }: Transaction, patientId: number): Promise<Contact | undefined> => {
  const [row] = await sql<Contact[]>`
    SELECT i.center_id AS code, p.login_mode, i.email, i.mobile_prefix || i.mobile AS mobile, p.lang FROM patient p JOIN patient_identity i ON i.patient_id = p.id WHERE p.id = ${patientId}`
  return row
}

/** Queues the receipt without a patient id, because a withdrawal removes the notifications of the patient (REQ-CON-07). */
const sendReceipt = (
  { outbox, messages }: Needs,
  tx: Transaction,
  { login_mode: mode, email, mobile, lang }: Contact,
  choice: Withdrawal['choice'],
): Promise<void> => {
  const { receipt } = withdrawalMessages
  const text = messages.format(receipt[choice], lang)
  return mode === 'Email'
    ? outbox.put(tx, { channel: 'mail', to: email ?? '', subject: messages.format(receipt.subject, lang), text })
    : outbox.put(tx, { channel: 'sms', to: mobile ?? '', text })
}

/** Informs the centre of the patient and the choice (REQ-CON-10). The outbox deletes the text after sending. */
const notifyCentre = async ({ outbox, messages }: Needs, tx: Transaction, { centre, code, choice }: CompletedWithdrawal): Promise<void> => {
  const admins = await tx.sql<CentreAdmin[]>`
    SELECT u.email, u.language FROM staff_role r JOIN staff_user u ON u.id = r.user_id
    WHERE r.role = 'CenterAdmin' AND r.center = ${centre} AND u.disabled_at IS NULL`
  for (const { email, language } of admins) {
    const { subject, [choice]: text } = withdrawalMessages.centre
    await outbox.put(tx, {
      channel: 'mail',
      to: email,
      subject: messages.format(subject, language),
      text: messages.format(text, language, { centre, code }),
    })
  }
}

/**
 * Withdraws the patient, ends the account with its sessions, and informs patient and centre (REQ-CON-06, REQ-CON-10).
 * @throws AppError session_required
 */
export const withdraw = async (
  deps: Needs,
  tx: Transaction,
  caller: Caller,
  { patientId }: Patient,
  choice: Withdrawal['choice'],
): Promise<void> => {
  const contact = await findContact(tx, patientId)
  if (!contact) throw new AppError('session_required')
  const fingerprints = await computePatientFingerprints(deps.keyedHash, tx, patientId)
  const [withdrawn] = await tx.sql<{ centre: string }[]>`
    SELECT withdraw_patient(${patientId}, ${choice}, ${caller.language}, ${caller.host}, ${[...fingerprints]}::text[]) AS centre`
  await sendReceipt(deps, tx, contact, choice)
  if (withdrawn) await notifyCentre(deps, tx, { centre: withdrawn.centre, code: contact.code, choice })
}
