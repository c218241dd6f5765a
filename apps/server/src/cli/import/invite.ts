import { connect, type DatabaseAddress } from '@registry/db/connect'
import { withTransaction, type Transaction } from '@registry/db/transaction'
import { rolesGrantedMail, userMails } from '@registry/domain/messages/users'
import type { Env } from '../../app/env.ts'
import { retryOnConflict } from '../../shared/retry.ts'
import { inviteNewPatients } from '../../jobs/invitations.ts'
import { postgresOutbox } from '../../jobs/outbox.ts'
import { findGlobalAdmins, findUserAdmins, mailStaff, type StaffRecipient } from '../../jobs/staff-mail.ts'
import { loadMessages } from '../../shared/messages.ts'
import { CommandProblem } from '../command.ts'
import { logOperator, operator } from '../operator-log.ts'
import { requireMigrated } from '../with-owner.ts'

type Needs = Parameters<typeof inviteNewPatients>[0] & Parameters<typeof mailStaff>[0]
export type Invited = { readonly patients: number; readonly users: number }

/** The patients without an account, whom nobody has invited. */
const listUninvited = async ({ sql }: Transaction, centre: string): Promise<readonly number[]> =>
  (
    await sql<{ id: number }[]>`
      SELECT id FROM patient WHERE centre_code = ${centre} AND c_db_no_notification IS NULL
        AND NOT EXISTS (SELECT FROM account WHERE account.patient_id = patient.id) ORDER BY id`
  ).map(({ id }) => id)

/** The users of the centre who have never had a password. */
const listNewUsers = ({ sql }: Transaction, centre: string): Promise<readonly StaffRecipient[]> => sql<StaffRecipient[]>`
  SELECT DISTINCT u.email, u.language FROM staff_role AS r JOIN staff_user AS u ON u.id = r.user_id JOIN account AS a ON a.staff_user_id = u.id
  WHERE r.center = ${centre} AND u.disabled_at IS NULL AND a.password_hash IS NULL AND a.temporary_password_hash IS NULL`

/** Invites the users, and notifies the administrators whose roles begin now (THREAT-06). */
const inviteUsers = async (needs: Needs, tx: Transaction, centre: string): Promise<number> => {
  const users = await listNewUsers(tx, centre)
  if (users.length === 0) return 0
  const { STAFF_ORIGIN: site } = needs.env
  await mailStaff(needs, tx, users, userMails.invitation, { link: `${site}/forgot_password` })
  const emails = users.map(({ email }) => email)
  const administrators = [...(await findUserAdmins(tx, centre)), ...(await findGlobalAdmins(tx))].filter(
    ({ email }, at, all) => !emails.includes(email) && all.findIndex((other) => other.email === email) === at,
  )
  const granted = { actor: operator, user: emails.join(', '), roles: `CenterAdmin ${centre}`, link: `${site}/utenti` }
  await mailStaff(needs, tx, administrators, rolesGrantedMail, granted)
  return users.length
}

/**
 * Invites the patients and users of one centre whom an import brought in. The server sends the messages.
 * @throws CommandProblem for an unknown or suspended centre
 */
export const inviteCentre = async (owner: DatabaseAddress, env: Env, centre: string): Promise<Invited> => {
  const database = connect(owner, { max: 1, applicationName: 'registry import' })
  try {
    await requireMigrated(database)
    const needs: Needs = { env, messages: await loadMessages(), clock: () => new Date(), outbox: postgresOutbox }
    const invite = async (tx: Transaction): Promise<Invited> => {
      const [found] = await tx.sql`SELECT FROM centre WHERE code = ${centre} AND disabled_at IS NULL FOR SHARE`
      if (!found) throw new CommandProblem(`${centre}: no active centre has this code`)
      await tx.sql`SELECT pg_advisory_xact_lock(hashtext('import'), hashtext(${centre}))`
      const patients = await inviteNewPatients(needs, tx, await listUninvited(tx, centre))
      const users = await inviteUsers(needs, tx, centre)
      await logOperator(tx.sql, { command: 'import', action: 'INVITE', detail: `centre ${centre}; ${patients} patients, ${users} users` })
      return { patients, users }
    }
    const context = { actor: operator, source: 'system', scope: { kind: 'centre', centre } } as const
    return await retryOnConflict(() => withTransaction(database, context, invite))
  } finally {
    await database.end()
  }
}
