import type { Caller } from '@registry/api-contract/caller'
import type { SignIn } from '@registry/api-contract/sign-in'
import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import { invitationMessages } from '@registry/domain/messages/invitations'
import type { Deps } from '../../deps.ts'
import { writeTransaction } from '../../audit/operation.ts'
import { findCentreAdmins, mailStaff } from '../../jobs/staff-mail.ts'
import { hashToken } from '../../auth/tokens.ts'

type Needs = Pick<Deps, 'database' | 'outbox' | 'messages'>

const hashSessionToken = (caller: Caller): Buffer => hashToken(caller.cookies.read('sid') ?? '')

/** Finds the inviting centre when the session must first choose between two accounts of one contact (REQ-PAT-04). */
export const findInvitingCentre = async ({ database }: Needs, caller: Caller): Promise<string | undefined> => {
  const [invitation] = await database<{ centre: string | null }[]>`SELECT find_inviting_centre(${hashSessionToken(caller)}) AS centre`
  return invitation?.centre ?? undefined
}

/**
 * Keeps the current account, or moves the patient to the inviting centre.
 * @throws AppError not_found without an open choice
 */
export const answerInvitation =
  (deps: Needs): SignIn['answerInvitation'] =>
  async (caller, { choice }) => {
    if (choice === 'stay') {
      await writeTransaction(deps, caller, (tx) => stayWithAccount(tx, caller))
      caller.cookies.clear('sid')
    } else await writeTransaction(deps, caller, (tx) => moveToCentre(deps, tx, caller))
  }

/** The link stays live until it expires, so the person can still choose to move. */
const stayWithAccount = async ({ sql }: Transaction, caller: Caller): Promise<void> => {
  const [invitation] = await sql<{ centre: string | null }[]>`SELECT find_inviting_centre(${hashSessionToken(caller)}) AS centre`
  if (!invitation?.centre) throw new AppError('not_found')
  await sql`SELECT set_config('app.session', ${hashSessionToken(caller).toString('hex')}, true)`
  await sql`DELETE FROM session WHERE id = (SELECT own.id FROM find_own_session() AS own)`
  caller.note('stays with the account in use')
}

type Moved = {
  readonly centre: string
  readonly code_at_centre: string
  readonly contact: string
  readonly patient_id: number
  readonly language: Language
}

const moveToCentre = async (deps: Needs, tx: Transaction, caller: Caller): Promise<void> => {
  const [moved] = await tx.sql<
    Moved[]
  >`SELECT * FROM move_to_inviting_centre(${hashSessionToken(caller)}, ${caller.language}, ${caller.host})`
  if (!moved) throw new AppError('not_found')
  const { centre, code_at_centre: code } = moved
  await mailStaff(deps, tx, await findCentreAdmins(tx, centre), invitationMessages.movedAway, { centre, code })
  await sendReceipt(deps, tx, moved)
  caller.note(`moves away from centre ${centre}`)
}

const sendReceipt = ({ outbox, messages }: Needs, tx: Transaction, { contact, patient_id: patientId, language }: Moved): Promise<void> => {
  const { subject, mail, sms } = invitationMessages.moved
  const format = (text: typeof subject | typeof mail | typeof sms): string => messages.format(text, language)
  return outbox.put(
    tx,
    contact.includes('@')
      ? { channel: 'mail', to: contact, patientId, subject: format(subject), text: format(mail) }
      : { channel: 'sms', to: contact, patientId, text: format(sms) },
  )
}
