import { systemContext, withRole, withTransaction } from '@registry/db/transaction'
import { formatDay } from '@registry/domain/calendar'
import { languages, type Language } from '@registry/domain/language'
import { guardianMessages, majorityMessage } from '@registry/domain/messages/guardians'
import type { Deps, OutgoingNotification } from '../app/deps.ts'
import { languageSeparator } from './invitations.ts'
import { findCentreAdmins, mailStaff } from './staff-mail.ts'

type Needs = Pick<Deps, 'database' | 'outbox' | 'messages' | 'env'>

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

type NewAdult = {
  readonly patientId: number
  readonly centre: string
  readonly contact: string
  readonly language: Language
  readonly lastDay: string
}

/** Asks a patient who has come of age to answer in person. The contact is the patient's own, with which they sign in. */
const buildAdultMessage = ({ messages, env }: Needs, { patientId, centre, contact, language, lastDay }: NewAdult): OutgoingNotification => {
  const { subject, mail, sms } = guardianMessages.adult
  const values = { centre, day: formatDay(lastDay), link: `${env.MYCONSENT_ORIGIN}/consenso` }
  return contact.includes('@')
    ? {
        channel: 'mail',
        to: contact,
        subject: messages.format(subject, language),
        text: messages.format(mail, language, values),
        patientId,
      }
    : { channel: 'sms', to: contact, text: messages.format(sms, language, values), patientId }
}

/** Writes to each patient who came of age and has an account, once, in one transaction (REQ-GRD-09). */
export const askNewAdults = (needs: Needs): Promise<void> =>
  withTransaction(needs.database, systemContext, async (tx) => {
    const adults = await withRole(
      tx,
      'registry_worker',
      ({ sql }) =>
        sql<NewAdult[]>`SELECT patient_id AS "patientId", centre, contact, language, last_day::text AS "lastDay" FROM claim_new_adults()`,
    )
    for (const adult of adults) await needs.outbox.put(tx, buildAdultMessage(needs, adult))
  })

/** Notifies centre and guardians, once, that a patient comes of age within months, in one transaction (REQ-GRD-09). */
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
