import type { Transaction } from '@registry/db/transaction'
import { invitationDays } from '@registry/domain/access/sign-in-policy'
import { languages, type Language } from '@registry/domain/language'
import { signInMessages } from '@registry/domain/messages/sign-in'
import type { Deps } from '../app/deps.ts'
import { hashToken, createToken } from '../auth/tokens.ts'
import { wakeOutbox } from './outbox.ts'
import { buildSignInLink } from './sign-in-link.ts'

type Needs = Pick<Deps, 'env' | 'messages' | 'clock'>
type Contact = {
  readonly id: number
  readonly lang: Language
  readonly login_mode: 'Email' | 'Mobile'
  readonly contact: string
  readonly centre: string
}

/** Patients in one group. The group size limits the memory of a large file. */
const groupSize = 5000

/**
 * Creates the accounts of new patients and sends each a link to choose a password (REQ-PAT-08). It uses the transaction of the registration and a
 * few statements for thousands of patients.
 * @returns the number of invitations; a patient without a contact of their sign-in mode gets none
 */
export const inviteNewPatients = async (needs: Needs, tx: Transaction, patientIds: readonly number[]): Promise<number> => {
  let invited = 0
  for (let start = 0; start < patientIds.length; start += groupSize) {
    invited += await inviteGroup(needs, tx, patientIds.slice(start, start + groupSize))
  }
  if (invited > 0) await wakeOutbox(tx)
  return invited
}

const inviteGroup = async (needs: Needs, { sql }: Transaction, ids: readonly number[]): Promise<number> => {
  const contacts = await sql<Contact[]>`
    SELECT patient.id, patient.lang, patient.login_mode, centre.name AS centre,
      CASE patient.login_mode WHEN 'Email' THEN identity.email ELSE identity.mobile_prefix || identity.mobile END AS contact
    FROM patient JOIN patient_identity AS identity ON identity.patient_id = patient.id JOIN centre ON centre.code = patient.centre_code
    WHERE patient.id = ANY (${[...ids]}::int[]) AND CASE patient.login_mode WHEN 'Email' THEN identity.email ELSE identity.mobile END IS NOT NULL`
  const expires = new Date(needs.clock().getTime() + invitationDays * 86_400_000).toISOString()
  const invitations = contacts.map((contact) => buildInvitation(needs, contact))
  const patients = contacts.map(({ id }) => id)
  await sql`SELECT invite_patients(${patients}::int[], ${invitations.map(({ hash }) => hash)}::text[], ${expires})`
  await sql`
    INSERT INTO notification (channel, recipient, subject, body, patient_id, expires_at)
    SELECT invitation.*, ${expires}::timestamptz
    FROM unnest(${invitations.map(({ channel }) => channel)}::text[], ${contacts.map(({ contact }) => contact)}::text[], ${invitations.map(({ subject }) => subject)}::text[],
      ${invitations.map(({ body }) => body)}::text[], ${patients}::int[]) AS invitation (channel, recipient, subject, body, patient_id)`
  return contacts.length
}

type Invitation = { readonly channel: 'mail' | 'sms'; readonly subject: string; readonly body: string; readonly hash: string }

/** Between the two languages of a mail. */
export const languageSeparator = '\n\n* * *\n\n'

/**
 * The mail has both languages, because the centre may not know which one the patient reads. Only the invitation contains the secret. The
 * database stores its hash.
 */
const buildInvitation = ({ env, messages }: Needs, { contact, lang, login_mode, centre }: Contact): Invitation => {
  const secret = createToken()
  const link = buildSignInLink(env, contact, secret)
  const { subject, mail, sms } = signInMessages.invitation
  const values = { link, days: invitationDays, centre }
  const other = languages.find((language) => language !== lang) ?? lang
  const hash = hashToken(secret).toString('hex')
  return login_mode === 'Email'
    ? {
        channel: 'mail',
        subject: messages.format(subject, lang, values),
        body: [lang, other].map((language) => messages.format(mail, language, values)).join(languageSeparator),
        hash,
      }
    : { channel: 'sms', subject: '', body: messages.format(sms, lang, values), hash }
}
