import type { Transaction } from '@registry/db/transaction'
import { isEmailContact } from '@registry/domain/access/contact'
import { formatDay } from '@registry/domain/calendar'
import type { Language } from '@registry/domain/language'
import type { NotificationMessages } from '@registry/domain/messages/message'
import type { Deps } from '../app/deps.ts'

type Needs = Pick<Deps, 'outbox' | 'messages' | 'env'>

export type GuardianRecipient = { readonly contact: string; readonly language: Language }

/** A guardian in force to whom messages go. `own`: of the session. `missing`: did not confirm the request to anonymise or erase. */
export type GuardianContact = GuardianRecipient & { readonly guardianId: number; readonly own: boolean; readonly missing: boolean }

/** The guardians in force of a patient of the guardian or of the centre of the transaction. */
export const listGuardianContacts = ({ sql }: Transaction, patientId: number): Promise<GuardianContact[]> => sql<GuardianContact[]>`
  SELECT guardian_id AS "guardianId", contact, language, own, missing FROM list_guardian_contacts(${patientId})`

/** The patient, the name of the centre, and the first day of a request. */
export type About = { readonly patientId: number; readonly centreName: string; readonly day?: string }

/** Writes to guardians, naming no patient, because a contact may be mistyped (THREAT-63). A withdrawal deletes what is not sent. */
export const writeToGuardians = async (
  { outbox, messages, env }: Needs,
  tx: Transaction,
  guardians: readonly GuardianRecipient[],
  { subject, mail, sms }: NotificationMessages,
  { patientId, centreName: centre, day }: About,
): Promise<void> => {
  const values = { centre, ...(day !== undefined && { day: formatDay(day) }), link: `${env.MYCONSENT_ORIGIN}/figli` }
  for (const { contact: to, language } of guardians) {
    const text = messages.format(isEmailContact(to) ? mail : sms, language, values)
    await outbox.put(
      tx,
      isEmailContact(to)
        ? { channel: 'mail', to, subject: messages.format(subject, language), text, patientId }
        : { channel: 'sms', to, text, patientId },
    )
  }
}
