import type { Caller } from '@registry/api-contract/caller'
import type { Withdrawal } from '@registry/api-contract/consents'
import type { Transaction } from '@registry/db/transaction'
import { formatDay } from '@registry/domain/calendar'
import { AppError } from '@registry/domain/error'
import { isEmailContact } from '@registry/domain/access/contact'
import { withdrawalMessages } from '@registry/domain/messages/consents'
import { carriedOutMessages } from '@registry/domain/messages/guardians'
import type { Message } from '@registry/domain/messages/message'
import type { Deps } from '../../app/deps.ts'
import { publishAnonymousRecords } from '../../jobs/publish-anonymous-records.ts'
import { findCentreAdmins, mailDeletionRequests, mailStaff } from '../../jobs/staff-mail.ts'
import type { GuardianRecipient } from '../../jobs/guardian-mail.ts'
import { storeDeletionCode, type DeletionCode } from '../../auth/deletion-codes.ts'
import { computePatientFingerprints } from '../../auth/withdrawn-fingerprints.ts'
import { carryOutRequest, findContact, listOwnExports, lockSubject, withdrawPatient } from './queries.ts'

type Needs = Pick<Deps, 'outbox' | 'messages' | 'keyedHash' | 'encryption' | 'env' | 'clock'>
/** The name and the code of the person who left. */
export type PersonWhoLeft = { readonly name: string; readonly deletionCode: string | null }
/** The withdrawal, with the centre's code of the patient. */
type CompletedWithdrawal = { readonly centre: string; readonly code: string; readonly choice: Withdrawal['choice'] }

type Texts = { readonly subject: Message; readonly text: Message }
/** The code to follow the deletion from exported files, and the name of the centre. */
type Receipt = { readonly deletionRequest: DeletionCode | null; readonly centre: string }

/** Queues a receipt without a patient id, because a withdrawal removes the notifications of the patient (REQ-CON-07). */
const sendReceipt = (
  { outbox, messages, env }: Needs,
  tx: Transaction,
  { contact: to, language }: GuardianRecipient,
  texts: Texts,
  { deletionRequest, centre }: Receipt,
): Promise<void> => {
  const channel = isEmailContact(to) ? 'mail' : 'sms'
  // The code is in the fragment, which browsers never send (THREAT-59).
  const values = deletionRequest && {
    link: `${env.MYCONSENT_ORIGIN}/stato_ritiro#${deletionRequest.code}`,
    day: formatDay(deletionRequest.lastDay),
  }
  const followUp = values ? [messages.format(withdrawalMessages.deletionRequests[channel], language, values)] : []
  const text = [messages.format(texts.text, language, { centre }), ...followUp].join('\n\n')
  return outbox.put(
    tx,
    channel === 'mail' ? { channel, to, subject: messages.format(texts.subject, language), text } : { channel, to, text },
  )
}

/** Informs the centre of the patient and the choice (REQ-CON-10). The outbox deletes the text after sending. */
const notifyCentre = async (needs: Needs, tx: Transaction, { centre, code, choice }: CompletedWithdrawal): Promise<void> => {
  const { subject, [choice]: mail } = withdrawalMessages.centre
  await mailStaff(needs, tx, await findCentreAdmins(tx, centre), { subject, mail }, { centre, code })
}

/** The patient who withdraws, or whose guardians asked the centre to anonymise or erase (REQ-GRD-12). */
type Leaving = { readonly patientId: number; readonly guardians?: readonly GuardianRecipient[] }

/**
 * Withdraws the patient, ends the account with its sessions, and informs patient or guardians and centre (REQ-CON-06, REQ-CON-10).
 * @throws AppError session_required
 */
export const withdraw = async (
  deps: Needs,
  tx: Transaction,
  caller: Caller,
  { patientId, guardians }: Leaving,
  choice: Withdrawal['choice'],
): Promise<PersonWhoLeft> => {
  // This read precedes the removal of the patient from all lists. v1 opens no deletion request.
  const exports = choice === 'v1' ? [] : await listOwnExports(tx)
  // A repeated request waits here for the first one, whose withdrawal has ended the session.
  const subject = await lockSubject(tx, patientId)
  const contact = await findContact(tx, patientId)
  if (!contact || !subject || subject.withdrawn !== null) throw new AppError('session_required')
  const fingerprints = await computePatientFingerprints(deps.keyedHash, tx, patientId)
  const details = { choice, language: caller.language, host: caller.host, fingerprints }
  const withdrawn = await (guardians ? carryOutRequest : withdrawPatient)(tx, patientId, details)
  const deletionRequest = await storeDeletionCode(deps, tx, exports)
  if (withdrawn) await notifyCentre(deps, tx, { centre: withdrawn.centre, code: contact.code, choice })
  await mailDeletionRequests(deps, tx)
  const receipt = { deletionRequest, centre: contact.centre }
  const { email, mobile, lang: language } = contact
  const own = contact.login_mode === 'Email' ? email : mobile
  if (own !== null)
    await sendReceipt(
      deps,
      tx,
      { contact: own, language },
      { subject: withdrawalMessages.receipt.subject, text: withdrawalMessages.receipt[choice] },
      receipt,
    )
  if (choice !== 'v1')
    for (const guardian of guardians ?? [])
      await sendReceipt(deps, tx, guardian, { subject: carriedOutMessages.subject, text: carriedOutMessages[choice] }, receipt)
  return { name: `${contact.name} ${contact.surname}`, deletionCode: deletionRequest?.code ?? null }
}

/** Publishes the anonymous record of a completed withdrawal. The hourly job retries a failed publication. */
export const publishSoon = ({ database, log }: Pick<Deps, 'database' | 'log'>): Promise<void> =>
  publishAnonymousRecords(database).catch((error: unknown) => log.error({ err: error }, 'anonymous records were not published'))
