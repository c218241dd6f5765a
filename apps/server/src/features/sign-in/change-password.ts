import type { Caller, Patient, Staff } from '@registry/api-contract/caller'
import type { PasswordRules, SignIn } from '@registry/api-contract/sign-in'
import type { Transaction } from '@registry/db/transaction'
import { findLengthError, passwordMin, passwordsRemembered } from '@registry/domain/access/password'
import { isOwnText } from '@registry/domain/access/strength'
import { AppError, type ErrorDetail } from '@registry/domain/error'
import { writeTransaction } from '../../audit/operation.ts'
import { findBySession, nameOf, sessionHash, type Account } from '../../auth/accounts.ts'
import { tell } from './notices.ts'
import { findOrigin, forgiveName, rememberPlaces } from '../../auth/attempt-origin.ts'
import { hashOfTemporary, provePassword } from '../../auth/password-check.ts'
import { codeCounters } from './second-factor/code-counter.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { openSession } from './sessions.ts'
import { readSettings } from './settings.ts'
import { attemptInSession } from '../../auth/reauthentication.ts'
import { isCommon, strengthOf } from './strength.ts'
import { sameBytes } from '../../auth/tokens.ts'
import { endCount } from '../../auth/attempts.ts'

/**
 * Chooses a new password. The old one is asked, except in the restricted session that a temporary password or a link opened
 * (D6, T17). All other sessions of the person end, and they are told.
 */
export const changePassword =
  (deps: SignInDeps): SignIn['changePassword'] =>
  async (caller, { oldpassword, newpassword }) => {
    const { account, remembered, restricted, person } = await standing(deps, caller)
    if (!restricted) await requireOld(deps, caller, account, oldpassword)
    await requireGood(deps, account, remembered, newpassword)

    const hash = await deps.hashing.hashSecret(newpassword)
    // Who came by a link still has to show the code that is sent to them (T11): no session follows.
    const staysIn = !restricted || person.kind === 'staff'
    const name = nameOf(account)
    const origin = await findOrigin(deps, caller, name)
    const codes = await codeCounters(deps, origin)
    const token = await writeTransaction(deps, caller, async (tx) => {
      await store(deps, tx, caller, hash)
      const opened = staysIn ? await openSession(tx.sql, caller, { account, restricted: false, now: deps.clock() }) : undefined
      // Whoever chooses the password has shown who they are: strangers' misses begin anew, and this browser is known from now on.
      await forgiveName(tx.sql, origin)
      for (const counter of codes) await endCount(tx.sql, counter)
      await rememberPlaces(deps, tx.sql, caller, name)
      await tell(deps, tx, account, 'passwordChanged')
      return opened
    })
    if (token === undefined) caller.jar.clear('sid')
    else caller.jar.set('sid', token)
  }

type Standing = {
  readonly account: Account
  readonly remembered: readonly string[]
  readonly restricted: boolean
  readonly person: Staff | Patient
}

const personOf = ({ actor }: Caller): { person: Staff | Patient; restricted: boolean } => {
  if (actor.kind === 'restricted') return { person: actor.person, restricted: actor.because !== 'age' }
  if (actor.kind === 'staff' || actor.kind === 'patient') return { person: actor, restricted: false }
  throw new AppError('session_required')
}

const standing = async ({ database }: SignInDeps, caller: Caller): Promise<Standing> => {
  const { person, restricted } = personOf(caller)
  const account = await findBySession(database, caller)
  if (!account) throw new AppError('session_required')
  const rows = await database<
    { hash: string }[]
  >`SELECT hash FROM remembered_passwords(${sessionHash(caller)}, ${passwordsRemembered}) AS hash`
  const present = account.passwordHash === null ? [] : [account.passwordHash]
  const remembered = [...new Set([...present, ...rows.map(({ hash }) => hash)])].slice(0, passwordsRemembered)
  return { account, remembered, restricted, person }
}

const atField = (field: string, detail: ErrorDetail): AppError => new AppError(detail.code, detail.params, { [field]: detail })

const requireOld = async (deps: SignInDeps, caller: Caller, account: Account, old: string | undefined): Promise<void> => {
  if (!old) throw atField('oldpassword', { code: 'password_required' })
  const { found } = await attemptInSession(deps, caller, () => provePassword(deps, account, old))
  if (!found) throw atField('oldpassword', { code: 'old_password_wrong' })
}

const requireGood = async (deps: SignInDeps, account: Account, remembered: readonly string[], password: string): Promise<void> => {
  const detail = (await usedBefore(deps, account, remembered, password)) ?? (await weakness(deps, account, password))
  if (detail) throw atField('newpassword', detail)
}

/** The newest of the remembered ones is the old one in the words of spec 1, section 5. */
const usedBefore = async (
  { hashing }: SignInDeps,
  { temporaryHash }: Account,
  remembered: readonly string[],
  password: string,
): Promise<ErrorDetail | undefined> => {
  // A temporary password that was mailed and not used stands in clear in somebody's mailbox.
  if (temporaryHash !== null && sameBytes(Buffer.from(temporaryHash), Buffer.from(hashOfTemporary(password))))
    return { code: 'password_reused' }
  const matches = await Promise.all(remembered.map((hash) => hashing.verifySecret(hash, password)))
  const found = matches.indexOf(true)
  if (found === -1) return undefined
  return { code: found === 0 ? 'password_same' : 'password_reused' }
}

const weakness = async (deps: SignInDeps, account: Account, password: string): Promise<ErrorDetail | undefined> => {
  const { minimum, leastStrength } = await rulesFor(deps, account)
  const tooShort = findLengthError(password, minimum)
  if (tooShort) return tooShort
  return isCommon(password) || isOwnText(password, account.ownWords) || strengthOf(password, account.ownWords) < leastStrength
    ? { code: 'password_weak' }
    : undefined
}

/** Length by the kind of person and whether they have a second factor, and strength by the configuration (D6). */
const rulesFor = async (deps: SignInDeps, { person, secondFactor }: Account): Promise<PasswordRules> => ({
  minimum: passwordMin(person.kind === 'staff' ? 'user' : 'patient', secondFactor),
  leastStrength: (await readSettings(deps.database)).password_min_strength,
})

/** What the person in front of the form must keep to; told to the form, so that it says so while they type. */
export const passwordRules =
  (deps: SignInDeps): SignIn['passwordRules'] =>
  async (caller) =>
    rulesFor(deps, (await standing(deps, caller)).account)

/** The session that asks must still be there: of two changes at once the second is refused, since the first ended it. */
const store = async (deps: SignInDeps, { sql }: Transaction, caller: Caller, hash: string): Promise<void> => {
  const [changed] = await sql<
    { done: boolean }[]
  >`SELECT change_password(${sessionHash(caller)}, ${hash}, ${deps.clock().toISOString()}) AS done`
  if (!changed?.done) throw new AppError('session_required')
}
