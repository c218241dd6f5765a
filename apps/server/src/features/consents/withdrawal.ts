import type { Caller, Patient } from '@registry/api-contract/caller'
import type { Withdrawal } from '@registry/api-contract/consents'
import type { Transaction } from '@registry/db/transaction'
import { formatDay } from '@registry/domain/calendar'
import { AppError } from '@registry/domain/error'
import { withdrawalMessages } from '@registry/domain/messages/consents'
import type { Deps } from '../../app/deps.ts'
import { findCentreAdmins, mailDeletionRequests, mailStaff } from '../../jobs/staff-mail.ts'
import { storeDeletionCode, type DeletionCode } from '../../shared/deletion-codes.ts'
import { computePatientFingerprints } from '../../shared/withdrawn-fingerprints.ts'
import { findContact, listOwnExports, lockSubject, withdrawPatient, type Contact } from './queries.ts'

type Needs = Pick<Deps, 'outbox' | 'messages' | 'keyedHash' | 'encryption' | 'env' | 'clock'>
/** The name and the code of the person who left. */
export type PersonWhoLeft = { readonly name: string; readonly deletionCode: string | null }
/** The withdrawal, with the centre's code of the patient. */
type CompletedWithdrawal = { readonly centre: string; readonly code: string; readonly choice: Withdrawal['choice'] }

/** Queues the receipt without a patient id, because a withdrawal removes the notifications of the patient (REQ-CON-07). */
const sendReceipt = (
  { outbox, messages, env }: Needs,
  tx: Transaction,
  { login_mode: mode, email, mobile, lang }: Contact,
  { choice, deletionRequest }: Pick<Withdrawal, 'choice'> & { readonly deletionRequest: DeletionCode | null },
): Promise<void> => {
  const { receipt, deletionRequests } = withdrawalMessages
  // The code is in the fragment, which browsers never send (THREAT-59).
  const values = deletionRequest && {
    link: `${env.MYCONSENT_ORIGIN}/stato_ritiro#${deletionRequest.code}`,
    day: formatDay(deletionRequest.lastDay),
  }
  const followUp = values ? [messages.format(deletionRequests[mode === 'Email' ? 'mail' : 'sms'], lang, values)] : []
  const text = [messages.format(receipt[choice], lang), ...followUp].join('\n\n')
  return mode === 'Email'
    ? outbox.put(tx, { channel: 'mail', to: email ?? '', subject: messages.format(receipt.subject, lang), text })
    : outbox.put(tx, { channel: 'sms', to: mobile ?? '', text })
}

/** Informs the centre of the patient and the choice (REQ-CON-10). The outbox deletes the text after sending. */
const notifyCentre = async (needs: Needs, tx: Transaction, { centre, code, choice }: CompletedWithdrawal): Promise<void> => {
  const { subject, [choice]: mail } = withdrawalMessages.centre
  await mailStaff(needs, tx, await findCentreAdmins(tx, centre), { subject, mail }, { centre, code })
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
): Promise<PersonWhoLeft> => {
  // This read precedes the removal of the patient from all lists. v1 opens no deletion request.
  const exports = choice === 'v1' ? [] : await listOwnExports(tx)
  // A repeated request waits here for the first one, whose withdrawal has ended the session.
  const subject = await lockSubject(tx, patientId)
  const contact = await findContact(tx, patientId)
  if (!contact || !subject || subject.withdrawn !== null) throw new AppError('session_required')
  const fingerprints = await computePatientFingerprints(deps.keyedHash, tx, patientId)
  const withdrawn = await withdrawPatient(tx, patientId, { choice, language: caller.language, host: caller.host, fingerprints })
  const deletionRequest = await storeDeletionCode(deps, tx, exports)
  await sendReceipt(deps, tx, contact, { choice, deletionRequest })
  if (withdrawn) await notifyCentre(deps, tx, { centre: withdrawn.centre, code: contact.code, choice })
  await mailDeletionRequests(deps, tx)
  return { name: `${contact.name} ${contact.surname}`, deletionCode: deletionRequest?.code ?? null }
}
