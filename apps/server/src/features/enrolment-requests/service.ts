import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import { identityMailLimit } from '@registry/domain/access/enrolment-request'
import { selectSignInLimits } from '@registry/domain/access/sign-in-policy'
import { AppError } from '@registry/domain/error'
import { enrolmentRequestMessage } from '@registry/domain/messages/staff-mails'
import type { NewEnrolmentRequest, ReceivedEnrolmentRequests } from '@registry/api-contract/enrolment-requests'
import type { Deps } from '../../app/deps.ts'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import { formatHousehold, consumeAttempt, acquireSlot } from '../../auth/rate-limit.ts'
import { mailStaff, type StaffRecipient } from '../../jobs/staff-mail.ts'

/** Maximum number of listed requests. The total is returned too. */
const maxListed = 200

/** Returns its number, or `undefined` if an equal request came in the last minute: it was sent again (FAULT-11). */
const insertRequest = async ({ sql }: Transaction, request: NewEnrolmentRequest): Promise<number | undefined> => {
  const { cognome, nome, email, telefono, cellulare, identita = null } = request
  await sql`SELECT pg_advisory_xact_lock(hashtext('enrolment_request'), hashtext(${email}))`
  const same = await sql`
    SELECT FROM enrolment_request
    WHERE created_at > now() - interval '1 minute' AND surname = ${cognome} AND name = ${nome} AND email = ${email}
      AND telephone = ${telefono} AND mobile = ${cellulare} AND identity IS NOT DISTINCT FROM ${identita} LIMIT 1`
  if (same.length > 0) return undefined
  const [stored] = await sql<{ id: number }[]>`
    INSERT INTO enrolment_request (surname, name, email, telephone, mobile, identity)
    VALUES (${cognome}, ${nome}, ${email}, ${telefono}, ${cellulare}, ${identita}) RETURNING id`
  if (!stored) throw new Error('a request was not stored')
  return stored.id
}

const listReceived = async ({ sql }: Transaction): Promise<ReceivedEnrolmentRequests> => {
  const rows = await sql<ReceivedEnrolmentRequests['rows']>`
    SELECT id, created_at AS at, surname AS cognome, name AS nome, email, telephone AS telefono, mobile AS cellulare, identity AS identita
    FROM enrolment_request ORDER BY id DESC LIMIT ${maxListed}`
  const [count] = await sql<{ total: number }[]>`SELECT count(*)::integer AS total FROM enrolment_request`
  return { rows, total: count?.total ?? 0 }
}

/** Returns every active UserAdmin, because a request belongs to no centre. */
const listUserAdmins = ({ sql }: Transaction): Promise<readonly StaffRecipient[]> => sql<StaffRecipient[]>`
  SELECT DISTINCT u.email, u.language FROM staff_user u JOIN staff_role r ON r.user_id = u.id WHERE r.role = 'UserAdmin' AND u.disabled_at IS NULL`

/** Stores enrolment requests and notifies the UserAdmins (REQ-ACC-22). Visitors can send them, so the limits of codes apply (THREAT-49). */
export const enrolmentRequests = (deps: Deps): Services['enrolmentRequests'] => ({
  add: async (caller, request) => {
    await limitRequests(deps, caller)
    const withinLimit = (await consumeAttempt(deps.database, 'identity mails', identityMailLimit)) === 0
    const sendmail = await writeTransaction(deps, caller, async (tx) => {
      const id = await insertRequest(tx, request)
      if (id === undefined) return withinLimit
      caller.note(`request ${id}`)
      return withinLimit && (await notifyUserAdmins(deps, tx))
    })
    const { cognome, nome, email, telefono, cellulare, identita = null } = request
    return { user: { cognome, nome, email, telefono, cellulare, identita }, sendmail }
  },
  received: (caller) => readTransaction(deps, caller, listReceived),
})

const limitRequests = async ({ database, env }: Deps, caller: Caller): Promise<void> => {
  for (const limit of selectSignInLimits(env.DEMO).codes) {
    const seconds = await acquireSlot(database, `identity ${formatHousehold(caller.host)}`, limit)
    if (seconds > 0) throw new AppError('too_many_attempts', { seconds })
  }
}

/** Sends a fixed text to each UserAdmin. No text of a visitor reaches a mailbox (THREAT-45, THREAT-49). */
const notifyUserAdmins = async (deps: Deps, tx: Transaction): Promise<boolean> => {
  const admins = await listUserAdmins(tx)
  await mailStaff(deps, tx, admins, enrolmentRequestMessage, { link: `${deps.env.STAFF_ORIGIN}/enrollBC` })
  return admins.length > 0
}
