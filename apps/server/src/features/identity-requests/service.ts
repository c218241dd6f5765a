import type { Caller } from '@registry/api-contract/caller'
import type { IdentityRequests, NewIdentityRequest, ReceivedIdentityRequests } from '@registry/api-contract/identity-requests'
import type { Transaction } from '@registry/db/transaction'
import { identityMailLimit } from '@registry/domain/access/identity-request'
import { demoSignInLimits, signInLimits } from '@registry/domain/access/sign-in-policy'
import { AppError } from '@registry/domain/error'
import type { Language } from '@registry/domain/language'
import { identityRequestMessage } from '@registry/domain/messages/staff-mails'
import type { Deps } from '../../deps.ts'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import { formatHousehold, takeAttempt, takeSlot } from '../../auth/rate-limit.ts'

/** Maximum number of listed requests. The total is returned too. */
const maxListed = 200

/** Stores enrolment requests and notifies the UserAdmins (REQ-ACC-22). Visitors can send them, so the limits of codes apply (THREAT-49). */
export const identityRequests = (deps: Deps): IdentityRequests => ({
  add: async (caller, request) => {
    await limitRequests(deps, caller)
    const withinLimit = (await takeAttempt(deps.database, 'identity mails', identityMailLimit)) === 0
    const sendmail = await writeTransaction(deps, caller, async (tx) => {
      caller.note(`request ${await insertRequest(tx, request)}`)
      return withinLimit && (await notifyUserAdmins(deps, tx))
    })
    const { cognome, nome, email, telefono, cellulare, identita = null } = request
    return { user: { cognome, nome, email, telefono, cellulare, identita }, sendmail }
  },
  received: (caller) => readTransaction(deps, caller, listReceived),
})

const limitRequests = async ({ database, env }: Deps, caller: Caller): Promise<void> => {
  for (const limit of (env.DEMO ? demoSignInLimits : signInLimits).codes) {
    const seconds = await takeSlot(database, `identity ${formatHousehold(caller.host)}`, limit)
    if (seconds > 0) throw new AppError('too_many_tries', { seconds })
  }
}

const insertRequest = async ({ sql }: Transaction, request: NewIdentityRequest): Promise<number> => {
  const { cognome, nome, email, telefono, cellulare, identita = null } = request
  const [stored] = await sql<{ id: number }[]>`
    INSERT INTO identity_request (surname, name, email, telephone, mobile, identity)
    VALUES (${cognome}, ${nome}, ${email}, ${telefono}, ${cellulare}, ${identita}) RETURNING id`
  if (!stored) throw new Error('a request was not stored')
  return stored.id
}

/** Sends a fixed text to each UserAdmin. No text of a visitor reaches a mailbox (THREAT-45, THREAT-49). */
const notifyUserAdmins = async (deps: Deps, tx: Transaction): Promise<boolean> => {
  const admins = await tx.sql<{ email: string; language: Language }[]>`
    SELECT DISTINCT u.email, u.language FROM staff_user u JOIN staff_role r ON r.user_id = u.id WHERE r.role = 'UserAdmin' AND u.disabled_at IS NULL`
  const { subject, mail } = identityRequestMessage
  for (const { email, language } of admins) {
    const text = deps.messages.format(mail, language, { link: `${deps.env.STAFF_ORIGIN}/enrollBC` })
    await deps.outbox.put(tx, { channel: 'mail', to: email, subject: deps.messages.format(subject, language), text })
  }
  return admins.length > 0
}

const listReceived = async ({ sql }: Transaction): Promise<ReceivedIdentityRequests> => {
  const rows = await sql<ReceivedIdentityRequests['rows']>`
    SELECT id, created_at AS at, surname AS cognome, name AS nome, email, telephone AS telefono, mobile AS cellulare, identity AS identita
    FROM identity_request ORDER BY id DESC LIMIT ${maxListed}`
  const [count] = await sql<{ total: number }[]>`SELECT count(*)::integer AS total FROM identity_request`
  return { rows, total: count?.total ?? 0 }
}
