import type { Transaction } from '@registry/db/transaction'
import type { Language } from '@registry/domain/language'
import type { Message } from '@registry/domain/messages/message'
import { deletionRequestMessage } from '@registry/domain/messages/staff-mails'
import type { Deps } from '../app/deps.ts'

export type StaffRecipient = { readonly email: string; readonly language: Language }
type Needs = Pick<Deps, 'outbox' | 'messages'>
type MailTexts = { readonly subject: Message; readonly mail: Message }

export const findCentreAdmins = ({ sql }: Transaction, centre: string): Promise<readonly StaffRecipient[]> => sql<StaffRecipient[]>`
  SELECT DISTINCT u.email, u.language FROM staff_role r JOIN staff_user u ON u.id = r.user_id
  WHERE r.role = 'CenterAdmin' AND r.center = ${centre} AND u.disabled_at IS NULL`

export const findGlobalAdmins = ({ sql }: Transaction): Promise<readonly StaffRecipient[]> => sql<StaffRecipient[]>`
  SELECT DISTINCT u.email, u.language FROM staff_role r JOIN staff_user u ON u.id = r.user_id
  WHERE r.role = 'GlobalAdmin' AND u.disabled_at IS NULL`

export const findUserAdmins = ({ sql }: Transaction, centre: string): Promise<readonly StaffRecipient[]> => sql<StaffRecipient[]>`
  SELECT DISTINCT u.email, u.language FROM staff_user u JOIN staff_role r ON r.user_id = u.id JOIN centre c ON c.code = ${centre}
  WHERE r.role = 'UserAdmin' AND u.disabled_at IS NULL AND c.geotreeid IN (SELECT area_subtree(ARRAY[r.areaid]))`

/** The UserAdmins whose areas include one of the given areas. */
export const findUserAdminsOfAreas = ({ sql }: Transaction, areas: readonly string[]): Promise<readonly StaffRecipient[]> => sql<
  StaffRecipient[]
>`
  SELECT DISTINCT u.email, u.language FROM staff_user u JOIN staff_role r ON r.user_id = u.id
  WHERE r.role = 'UserAdmin' AND u.disabled_at IS NULL
    AND EXISTS (SELECT FROM area_subtree(ARRAY[r.areaid]) AS area WHERE area = ANY (${[...areas]}))`

/** Adds one mail for each recipient, in their language. It is sent after the commit (REQ-OPS-03). */
export const mailStaff = async (
  { outbox, messages }: Needs,
  tx: Transaction,
  recipients: readonly StaffRecipient[],
  { subject, mail }: MailTexts,
  values: Readonly<Record<string, string | number>>,
): Promise<void> => {
  for (const { email, language } of new Map(recipients.map((recipient) => [recipient.email, recipient])).values()) {
    const format = (text: Message): string => messages.format(text, language, values)
    await outbox.put(tx, { channel: 'mail', to: email, subject: format(subject), text: format(mail) })
  }
}

/** Mails the users who must delete an export with a patient who withdrew or left a study (REQ-CON-17). */
export const mailDeletionRequests = async (needs: Needs & Pick<Deps, 'env'>, tx: Transaction): Promise<void> => {
  const recipients = await tx.sql<StaffRecipient[]>`SELECT email, language FROM claim_deletion_request_recipients()`
  await mailStaff(needs, tx, recipients, deletionRequestMessage, { link: `${needs.env.STAFF_ORIGIN}/uhome#deletion-requests` })
}
