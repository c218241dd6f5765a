import type { Transaction } from '@registry/db/transaction'
import { invitationDays } from '@registry/domain/access/sign-in-policy'
import { languages, type Language } from '@registry/domain/language'
import { guardianMessages } from '@registry/domain/messages/guardians'
import type { Deps } from '../app/deps.ts'
import { createToken, hashToken } from '../auth/tokens.ts'
import { languageSeparator } from './invitations.ts'
import { wakeOutbox } from './outbox.ts'
import { buildSignInLink } from './sign-in-link.ts'

type Needs = Pick<Deps, 'env' | 'messages' | 'clock'>

/** A guardianship that the centre added. `inUse`: the contact has an account, whose holder must accept. */
export type AddedGuardian = { readonly id: number; readonly guardianId: number; readonly patientId: number; readonly inUse: boolean }

type Recipient = { readonly contact: string; readonly lang: Language; readonly centre: string }

/**
 * Writes to each guardian once: a link to choose a password, or a request to accept. The centre cannot tell the two apart (REQ-PAT-03). The
 * message belongs to the patient, so that a withdrawal deletes it.
 */
export const inviteGuardians = async (needs: Needs, tx: Transaction, added: readonly AddedGuardian[]): Promise<void> => {
  const { env, messages, clock } = needs
  const expires = new Date(clock().getTime() + invitationDays * 86_400_000).toISOString()
  const firstOfEach = new Map(added.toReversed().map((one) => [one.guardianId, one]))
  for (const { id, patientId, inUse } of firstOfEach.values()) {
    const [recipient] = await tx.sql<Recipient[]>`
      SELECT g.contact, patient.lang, centre.name AS centre
      FROM guardianship AS g JOIN patient ON patient.id = g.patient_id JOIN centre ON centre.code = g.centre_code WHERE g.id = ${id}`
    if (!recipient) throw new Error('the new guardian is missing')
    const { contact, lang, centre } = recipient
    const secret = createToken()
    const link = inUse ? `${env.MYCONSENT_ORIGIN}/figli` : buildSignInLink(env, contact, secret)
    if (!inUse) await tx.sql`SELECT invite_guardian(${id}, ${hashToken(secret)}, ${expires})`
    const { subject, mail, sms } = guardianMessages[inUse ? 'added' : 'invitation']
    const values = { link, days: invitationDays, centre }
    const other = languages.find((language) => language !== lang) ?? lang
    const isMail = contact.includes('@')
    const body = isMail
      ? [lang, other].map((language) => messages.format(mail, language, values)).join(languageSeparator)
      : messages.format(sms, lang, values)
    await tx.sql`
      INSERT INTO notification (channel, recipient, subject, body, patient_id, expires_at)
      VALUES (${isMail ? 'mail' : 'sms'}, ${contact}, ${isMail ? messages.format(subject, lang, values) : ''}, ${body}, ${patientId}, ${expires})`
  }
  if (firstOfEach.size > 0) await wakeOutbox(tx)
}
