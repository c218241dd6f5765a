import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import { invitationMessages } from '@registry/domain/messages/invitations'
import type { Deps } from '../../app/deps.ts'
import { writeTransaction } from '../../audit/operation.ts'
import { findCentreAdmins, mailStaff } from '../../jobs/staff-mail.ts'
import { deleteCurrentSession, findInvitingCentre, moveToInvitingCentre, setSessionContext, type MovedPatient } from './queries.ts'

type Needs = Pick<Deps, 'database' | 'outbox' | 'messages'>

/**
 * Keeps the current account, or moves the patient to the inviting centre.
 * @throws AppError not_found without an open choice
 */
export const answerInvitation =
  (deps: Needs): Services['signIn']['answerInvitation'] =>
  async (caller, { choice }) => {
    if (choice === 'stay') {
      await writeTransaction(deps, caller, (tx) => stayWithAccount(tx, caller))
      caller.cookies.clear('sid')
    } else await writeTransaction(deps, caller, (tx) => moveToCentre(deps, tx, caller))
  }

/** The link stays live until it expires, so the person can still choose to move. */
const stayWithAccount = async (tx: Transaction, caller: Caller): Promise<void> => {
  if ((await findInvitingCentre(tx.sql, caller)) === undefined) throw new AppError('not_found')
  await setSessionContext(tx, caller)
  await deleteCurrentSession(tx)
  caller.note('stays with the account in use')
}

const moveToCentre = async (deps: Needs, tx: Transaction, caller: Caller): Promise<void> => {
  const moved = await moveToInvitingCentre(tx, caller)
  if (!moved) throw new AppError('not_found')
  const { centre, code_at_centre: code } = moved
  await mailStaff(deps, tx, await findCentreAdmins(tx, centre), invitationMessages.movedAway, { centre, code })
  await sendReceipt(deps, tx, moved)
  caller.note(`moves away from centre ${centre}`)
}

const sendReceipt = (
  { outbox, messages }: Needs,
  tx: Transaction,
  { contact, patient_id: patientId, language }: MovedPatient,
): Promise<void> => {
  const { subject, mail, sms } = invitationMessages.moved
  const format = (text: typeof subject | typeof mail | typeof sms): string => messages.format(text, language)
  return outbox.put(
    tx,
    contact.includes('@')
      ? { channel: 'mail', to: contact, patientId, subject: format(subject), text: format(mail) }
      : { channel: 'sms', to: contact, patientId, text: format(sms) },
  )
}
