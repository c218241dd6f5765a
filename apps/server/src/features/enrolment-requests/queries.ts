import type { NewEnrolmentRequest, ReceivedEnrolmentRequests } from '@registry/api-contract/enrolment-requests'
import type { Transaction } from '@registry/db/transaction'
import type { StaffRecipient } from '../../jobs/staff-mail.ts'

/** Maximum number of listed requests. The total is returned too. */
const maxListed = 200

export const insertRequest = async ({ sql }: Transaction, request: NewEnrolmentRequest): Promise<number> => {
  const { cognome, nome, email, telefono, cellulare, identita = null } = request
  const [stored] = await sql<{ id: number }[]>`
    INSERT INTO enrolment_request (surname, name, email, telephone, mobile, identity)
    VALUES (${cognome}, ${nome}, ${email}, ${telefono}, ${cellulare}, ${identita}) RETURNING id`
  if (!stored) throw new Error('a request was not stored')
  return stored.id
}

export const listReceived = async ({ sql }: Transaction): Promise<ReceivedEnrolmentRequests> => {
  const rows = await sql<ReceivedEnrolmentRequests['rows']>`
    SELECT id, created_at AS at, surname AS cognome, name AS nome, email, telephone AS telefono, mobile AS cellulare, identity AS identita
    FROM enrolment_request ORDER BY id DESC LIMIT ${maxListed}`
  const [count] = await sql<{ total: number }[]>`SELECT count(*)::integer AS total FROM enrolment_request`
  return { rows, total: count?.total ?? 0 }
}

/** Returns every active UserAdmin, because a request belongs to no centre. */
export const listUserAdmins = ({ sql }: Transaction): Promise<readonly StaffRecipient[]> => sql<StaffRecipient[]>`
  SELECT DISTINCT u.email, u.language FROM staff_user u JOIN staff_role r ON r.user_id = u.id WHERE r.role = 'UserAdmin' AND u.disabled_at IS NULL`
