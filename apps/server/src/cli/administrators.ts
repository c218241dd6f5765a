import { z } from 'zod'
import { connect } from '@registry/db/connect'
import { systemContext, withTransaction, type Transaction } from '@registry/db/transaction'
import { normalizeEmail } from '@registry/domain/access/contact'
import { temporaryMinutes } from '@registry/domain/access/sign-in-policy'
import { administratorCreatedMail, secondFactorResetMail } from '@registry/domain/messages/users'
import { EnvError, readCommandEnv, type Env, type Source } from '../app/env.ts'
import { mailTemporaryPassword } from '../auth/notices.ts'
import { hashTemporaryPassword } from '../auth/password-check.ts'
import { createTemporaryPassword } from '../auth/tokens.ts'
import { postgresOutbox } from '../jobs/outbox.ts'
import { findGlobalAdmins, mailStaff, type StaffRecipient } from '../jobs/staff-mail.ts'
import { loadMessages, type Messages } from '../shared/messages.ts'
import { CommandProblem, parseOptions, type Command } from './command.ts'
import { logOperator, operator } from './operator-log.ts'
import { requireMigrated, withOwner } from './with-owner.ts'

const Email = z
  .string('required: the e-mail of the user')
  .transform(normalizeEmail)
  .pipe(
    z
      .email('must be an e-mail, as admin@hospital.example')
      .min(6, 'must be an e-mail, as admin@hospital.example')
      .max(255, 'must have at most 255 characters'),
  )
const nameOf = (what: string) =>
  z
    .string(`required: the ${what} of the user`)
    .trim()
    .min(1, `required: the ${what} of the user`)
    .max(80, 'must have at most 80 characters')
    .regex(/^\P{Cc}*$/u, 'must be one line of text')

const NewAdministrator = z.object({
  email: Email,
  name: nameOf('name'),
  surname: nameOf('surname'),
  language: z.enum(['it', 'en'], 'must be it or en').default('it'),
  print: z.boolean().default(false),
})
type NewAdministrator = z.infer<typeof NewAdministrator>

type Work = { readonly tx: Transaction; readonly env: Env; readonly messages: Messages }

/** Runs `work` in one transaction as the owner of a migrated database. One command at a time changes users. */
const changeUsers = (source: Source, work: (work: Work) => Promise<string>): Promise<string> => {
  const env = readCommandEnv(source)
  if (env.NODE_ENV === 'production' && !source['STAFF_ORIGIN'])
    throw new EnvError('STAFF_ORIGIN', 'required: the mails contain the address of the staff site')
  return withOwner(env, async (owner) => {
    const database = connect(owner, { max: 1, applicationName: 'registry users' })
    try {
      await requireMigrated(database)
      const messages = await loadMessages()
      return await withTransaction(database, { ...systemContext, actor: operator }, async (tx) => {
        await tx.sql`SELECT pg_advisory_xact_lock(hashtext('staff_user'))`
        return work({ tx, env, messages })
      })
    } finally {
      await database.end()
    }
  })
}

/** The administrators learn of each change that an operator makes past them (THREAT-06). */
const mailAdministrators = async (
  { tx, env, messages }: Work,
  mail: typeof administratorCreatedMail | typeof secondFactorResetMail,
  user: string,
): Promise<void> => {
  const userAdmins = await tx.sql<StaffRecipient[]>`
    SELECT DISTINCT u.email, u.language FROM staff_role r JOIN staff_user u ON u.id = r.user_id
    WHERE r.role = 'UserAdmin' AND u.disabled_at IS NULL`
  const administrators = [...(await findGlobalAdmins(tx)), ...userAdmins]
  await mailStaff({ outbox: postgresOutbox, messages }, tx, administrators, mail, { user, link: `${env.STAFF_ORIGIN}/utenti` })
}

/** @throws CommandProblem while somebody else can create the administrator, or when the e-mail is in use */
const requireNewAdministrator = async ({ sql }: Transaction, email: string): Promise<void> => {
  const [found] = await sql<{ administrator: string | null; isUser: boolean; isPatient: boolean }[]>`
    SELECT (SELECT min(u.email) FROM staff_role AS r JOIN staff_user AS u ON u.id = r.user_id
        WHERE r.role = 'GlobalAdmin' AND u.disabled_at IS NULL) AS administrator,
      EXISTS (SELECT FROM staff_user WHERE email = ${email}) AS "isUser",
      EXISTS (SELECT FROM sign_in_contact WHERE contact = ${email}) AS "isPatient"`
  if (found?.administrator)
    throw new CommandProblem(
      `${found.administrator} is an active GlobalAdmin. A UserAdmin creates further users on the page /utenti of the staff site`,
    )
  if (found?.isUser) throw new CommandProblem(`${email}: a user has this e-mail. Choose another one`)
  if (found?.isPatient) throw new CommandProblem(`${email}: a patient signs in with this e-mail. Choose another one`)
}

/** Returns the id of the area to which all others belong. */
const insertAdministrator = async (tx: Transaction, user: NewAdministrator, password: string): Promise<string> => {
  const { sql } = tx
  const [created] = await sql<{ id: number; area: string }[]>`
    INSERT INTO staff_user (email, name, surname, language) VALUES (${user.email}, ${user.name}, ${user.surname}, ${user.language})
    RETURNING id, (SELECT id FROM geotree WHERE parent IS NULL) AS area`
  if (!created) throw new Error('the user was not created')
  const { id, area } = created
  await sql`INSERT INTO staff_role (user_id, role, areaid) VALUES (${id}, 'GlobalAdmin', ${area}), (${id}, 'UserAdmin', ${area})`
  await sql`
    INSERT INTO account (staff_user_id, temporary_password_hash, temporary_password_until)
    VALUES (${id}, ${hashTemporaryPassword(password)}, now() + make_interval(mins => ${temporaryMinutes}))`
  await logOperator(sql, { command: 'user', action: 'ADD', detail: `user ${id}: +GlobalAdmin ${area}, +UserAdmin ${area}` })
  return area
}

export const createFirstAdministrator = (source: Source, args: readonly string[]): Promise<string> => {
  const user = parseOptions(
    args,
    {
      email: { type: 'string' },
      name: { type: 'string' },
      surname: { type: 'string' },
      language: { type: 'string' },
      print: { type: 'boolean' },
    },
    NewAdministrator,
  )
  return changeUsers(source, async (work) => {
    await requireNewAdministrator(work.tx, user.email)
    const password = createTemporaryPassword()
    const area = await insertAdministrator(work.tx, user, password)
    const [end] = await work.tx.sql<{ at: string }[]>`SELECT now() + make_interval(mins => ${temporaryMinutes}) AS at`
    const needs = { env: work.env, messages: work.messages, outbox: postgresOutbox }
    if (!user.print && end) {
      const expiresAt = new Date(end.at)
      await mailTemporaryPassword(needs, work.tx, { to: user.email, language: user.language, password, expiresAt })
    }
    await mailAdministrators(work, administratorCreatedMail, user.email)
    const sent = user.print ? password : 'in a mail, which the server sends'
    return [
      `created: ${user.email}, GlobalAdmin and UserAdmin of the area ${area}`,
      `temporary password, for one sign-in within ${temporaryMinutes} minutes: ${sent}`,
      `next: sign in at ${work.env.STAFF_ORIGIN}/login and choose a password`,
    ].join('\n')
  })
}

export const createAdmin: Command = {
  description: 'creates the first administrator, with the roles GlobalAdmin and UserAdmin for all areas',
  options: '--email <e-mail> --name <name> --surname <surname> [--language it|en] [--print: show the temporary password, do not mail it]',
  run: (args) => createFirstAdministrator(process.env, args),
}

export const removeSecondFactor = (source: Source, args: readonly string[]): Promise<string> => {
  const { email } = parseOptions(args, { email: { type: 'string' } }, z.object({ email: Email }))
  return changeUsers(source, async (work) => {
    const { sql } = work.tx
    const [user] = await sql<{ id: number; account: number; hasApp: boolean }[]>`
      SELECT u.id, a.id AS account, EXISTS (SELECT FROM second_factor AS f WHERE f.account_id = a.id) AS "hasApp"
      FROM staff_user AS u JOIN account AS a ON a.staff_user_id = u.id WHERE u.email = ${email} AND u.disabled_at IS NULL`
    if (!user) throw new CommandProblem(`${email}: no active user has this e-mail`)
    if (!user.hasApp) throw new CommandProblem(`${email}: the user has no authenticator app`)
    await sql`DELETE FROM second_factor WHERE account_id = ${user.account}`
    await sql`DELETE FROM recovery_code WHERE account_id = ${user.account}`
    await sql`DELETE FROM sign_in_challenge WHERE account_id = ${user.account}`
    await sql`DELETE FROM session WHERE account_id = ${user.account}`
    await logOperator(work.tx.sql, { command: 'second_factor', action: 'REMOVE', detail: `user ${user.id}` })
    await mailAdministrators(work, secondFactorResetMail, email)
    return `removed: the authenticator app of ${email}, and the open sessions\nnext: sign in with the password and set up an app`
  })
}

export const resetSecondFactor: Command = {
  description: 'removes the authenticator app of a user who lost the telephone and the recovery codes',
  options: '--email <e-mail>',
  run: (args) => removeSecondFactor(process.env, args),
}
