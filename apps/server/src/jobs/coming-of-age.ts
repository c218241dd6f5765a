import { systemContext, withRole, withTransaction } from '@registry/db/transaction'
import { formatDay } from '@registry/domain/calendar'
import { languages, type Language } from '@registry/domain/language'
import { guardianMessages, majorityMessage } from '@registry/domain/messages/guardians'
import type { Deps, OutgoingNotification } from '../app/deps.ts'
import { languageSeparator } from './invitations.ts'
import { findCentreAdmins, mailStaff } from './staff-mail.ts'

type Needs = Pick<Deps, 'database' | 'outbox' | 'messages'>

type Guardian = { readonly contact: string; readonly language: Language }
type Notice = {
  readonly patientId: number
  readonly centre: string
  readonly code: string
  readonly majority: string
  readonly days: number
  readonly guardians: readonly Guardian[]
}

/** Names no patient, like every message to a guardian. It belongs to the patient, so that a withdrawal deletes it. */
const buildGuardianMessage = ({ messages }: Needs, notice: Notice, { contact, language }: Guardian): OutgoingNotification => {
  const { patientId, centre, days, majority } = notice
  const { subject, mail, sms } = guardianMessages.majority
  const values = { centre, days, day: formatDay(majority) }
  if (!contact.includes('@')) return { channel: 'sms', to: contact, text: messages.format(sms, language, values), patientId }
  const other = languages.find((one) => one !== language) ?? language
  const text = [language, other].map((one) => messages.format(mail, one, values)).join(languageSeparator)
  return { channel: 'mail', to: contact, subject: messages.format(subject, language), text, patientId }
}

/** Tells centre and guardians, once, that a patient comes of age within months, in one transaction (REQ-GRD-09). */
export const announceMajorities = (needs: Needs): Promise<void> =>
  withTransaction(needs.database, systemContext, async (tx) => {
    const notices = await withRole(
      tx,
      'registry_worker',
      ({ sql }) => sql<Notice[]>`
        SELECT patient_id AS "patientId", centre, code_at_centre AS code, majority::text, grace_days AS days, guardians FROM claim_majority_notices()`,
    )
    for (const notice of notices) {
      const { centre, code, days, majority, guardians } = notice
      await mailStaff(needs, tx, await findCentreAdmins(tx, centre), majorityMessage, { centre, code, days, day: formatDay(majority) })
      for (const guardian of guardians) await needs.outbox.put(tx, buildGuardianMessage(needs, notice, guardian))
    }
  })
