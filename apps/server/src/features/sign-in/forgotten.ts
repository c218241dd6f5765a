import type { Caller, Site } from '@registry/api-contract/caller'
import type { SignIn } from '@registry/api-contract/sign-in'
import type { Transaction } from '@registry/db/transaction'
import { resetMinutes, resetsPerName, temporaryMinutes } from '@registry/domain/access/sign-in-policy'
import { AppError } from '@registry/domain/error'
import { temporaryPasswordMessage } from '@registry/domain/messages/sign-in'
import { setCallerIdentity, writeTransaction } from '../../audit/operation.ts'
import { signInLink } from '../../jobs/sign-in-link.ts'
import { findByName, patientName, staffName, type Account, type SignInName } from '../../auth/accounts.ts'
import { evenly } from '../../auth/constant-time.ts'
import { tell } from './notices.ts'
import { countCall, countRequest, findOrigin, takeShare } from '../../auth/attempt-origin.ts'
import { hashOfTemporary } from '../../auth/password-check.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { hashOfToken, newTemporaryPassword, newToken } from '../../auth/tokens.ts'

/** Answers leave at multiples of this: longer than making and storing a link takes. */
const stepMs = 200

/** A temporary password for staff, which leaves the one they forgot as it is until it is used (D6). */
export const forgottenByStaff =
  (deps: SignInDeps): SignIn['forgottenByStaff'] =>
  (caller, { username }) =>
    answerAlike(deps, caller, { site: 'staff', name: staffName(username) }, (tx, account) => sendTemporary(deps, tx, account))

/** A link for a patient, as an invitation's but for half an hour (D5, D6). */
export const forgottenByPatient =
  (deps: SignInDeps): SignIn['forgottenByPatient'] =>
  (caller, { username }) =>
    answerAlike(deps, caller, { site: 'myconsent', name: patientName(username) }, (tx, account) => sendLink(deps, tx, account))

type Asked = { readonly site: Site; readonly name: SignInName }
type Send = (tx: Transaction, account: Account) => Promise<void>

/**
 * Sends what helps to whoever has the name. Known or not, a name meets the same limits, gets the same answer at about the same
 * time and leaves one entry in the log (T12); what was asked for too often is not sent, and the last one sent stays good (T14, T16).
 */
const answerAlike = async (deps: SignInDeps, caller: Caller, { site, name }: Asked, send: Send): Promise<void> => {
  if (caller.site !== site) throw new AppError('permission_denied')
  await evenly(deps, stepMs, async () => {
    const origin = await findOrigin(deps, caller, name)
    await countCall(deps, caller, origin)
    await countRequest(deps, caller, 'reset', origin, [resetsPerName])
    const within = await takeShare(deps, 'reset', origin, resetsPerName)
    const account = await findByName(deps.database, name)
    if (account) setCallerIdentity(caller, account.person)
    await writeTransaction(deps, caller, async (tx) => {
      if (!account) return caller.note('no account')
      return within ? send(tx, account) : caller.note('no further message sent')
    })
  })
}

const after = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * 60_000)

const sendTemporary = async (deps: SignInDeps, tx: Transaction, account: Account): Promise<void> => {
  const password = newTemporaryPassword()
  const expiresAt = after(deps.clock(), temporaryMinutes)
  await tx.sql`SELECT keep_temporary_password(${account.id}, ${hashOfTemporary(password)}, ${expiresAt.toISOString()})`
  const values = { password, minutes: temporaryMinutes, link: `${deps.env.STAFF_ORIGIN}/login` }
  const { subject, mail } = temporaryPasswordMessage
  const text = deps.texts.text(mail, account.language, values)
  await deps.outbox.put(tx, {
    channel: 'mail',
    to: account.sendTo.to,
    subject: deps.texts.text(subject, account.language),
    text,
    expiresAt,
  })
}

/** Of an account's links to a new password the newest alone is live. */
const sendLink = async (deps: SignInDeps, tx: Transaction, account: Account): Promise<void> => {
  const secret = newToken()
  const now = deps.clock()
  const expiresAt = after(now, resetMinutes)
  await tx.sql`SELECT keep_reset_link(${account.id}, ${hashOfToken(secret)}, ${now.toISOString()}, ${expiresAt.toISOString()})`
  const link = signInLink(deps.env, account.sendTo.to, secret)
  await tell(deps, tx, account, 'reset', { link, minutes: resetMinutes }, expiresAt)
}
