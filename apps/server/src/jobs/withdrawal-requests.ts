import { systemContext, withRole, withTransaction, type Transaction } from '@registry/db/transaction'
import { isEmailContact } from '@registry/domain/access/contact'
import { formatDay } from '@registry/domain/calendar'
import type { Language } from '@registry/domain/language'
import type { NotificationMessages } from '@registry/domain/messages/message'
import { guardianMessages, withdrawalRequestMessages } from '@registry/domain/messages/guardians'
import type { Deps } from '../app/deps.ts'
import { findCentreAdmins, mailStaff } from './staff-mail.ts'

type Needs = Pick<Deps, 'outbox' | 'messages' | 'env'>

/** A guardian in force to whom messages go. `own`: of the session. `missing`: did not confirm the request to anonymise or erase. */
export type GuardianContact = { readonly contact: string; readonly language: Language; readonly own: boolean; readonly missing: boolean }

/** The guardians in force of a patient of the guardian or of the centre of the transaction. */
export const listGuardianContacts = ({ sql }: Transaction, patientId: number): Promise<GuardianContact[]> => sql<GuardianContact[]>`
  SELECT contact, language, own, missing FROM list_guardian_contacts(${patientId})`

/** The patient, the name of the centre, and the first day of a request. */
type About = { readonly patientId: number; readonly centreName: string; readonly day?: string }

/** Writes to guardians, naming no patient, because a contact may be mistyped (THREAT-63). A withdrawal deletes what is not sent. */
export const writeToGuardians = async (
  { outbox, messages, env }: Needs,
  tx: Transaction,
  guardians: readonly GuardianContact[],
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

type Due = Required<About> & { readonly centre: string; readonly code: string; readonly missing: readonly GuardianContact[] }

/** On the first day of a request, once: the centre is told to carry it out, or who must still confirm is asked again (REQ-GRD-12). */
export const remindWithdrawalRequests = (needs: Needs & Pick<Deps, 'database'>): Promise<void> =>
  withTransaction(needs.database, systemContext, async (tx) => {
    const requests = await withRole(
      tx,
      'registry_worker',
      ({ sql }) => sql<Due[]>`
        SELECT patient_id AS "patientId", centre, centre_name AS "centreName", code_at_centre AS code, due_on::text AS day, missing FROM claim_withdrawal_reminders()`,
    )
    for (const request of requests) {
      const { centre, code, day, missing } = request
      if (missing.length > 0) await writeToGuardians(needs, tx, missing, guardianMessages.withdrawalToConfirm, request)
      else
        await mailStaff(needs, tx, await findCentreAdmins(tx, centre), withdrawalRequestMessages.ready, {
          centre,
          code,
          day: formatDay(day),
        })
    }
  })
