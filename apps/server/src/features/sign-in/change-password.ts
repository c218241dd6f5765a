import type { Services } from '@registry/api-contract/services'
import type { Caller, Person } from '@registry/api-contract/caller'
import type { PasswordRules } from '@registry/api-contract/sign-in'
import { findLengthError, getMinPasswordLength, passwordsRemembered } from '@registry/domain/access/password'
import { estimate, isCommonPassword } from '@registry/domain/access/estimate'
import { isOwnText } from '@registry/domain/access/strength'
import { AppError, type ErrorDetail } from '@registry/domain/error'
import { writeTransaction } from '../../audit/operation.ts'
import { findAccountBySession, getSignInName, type Account } from '../../auth/accounts.ts'
import { sendNotice } from '../../auth/notices.ts'
import { findAttemptOrigin, clearNameFailures, rememberOrigins } from '../../auth/attempt-origin.ts'
import { hashTemporaryPassword, verifyPassword } from '../../auth/password-check.ts'
import { buildCodeCounters } from './second-factor/code-counter.ts'
import { changeSessionPassword, listFormerPasswords } from './queries.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { openSession } from './sessions.ts'
import { readSettings } from '../../auth/settings.ts'
import { checkSecretInSession } from '../../auth/reauthentication.ts'
import { constantTimeEqual } from '../../auth/tokens.ts'
import { clearFailures } from '../../auth/attempts.ts'

/**
 * Changes the password. It requires the current password, except in the restricted session of a temporary password or a link (REQ-ACC-13,
 * THREAT-17). All other sessions end, and the person receives a notice.
 */
export const changePassword =
  (deps: SignInDeps): Services['signIn']['changePassword'] =>
  async (caller, { oldpassword, newpassword }) => {
    const { account, remembered, restricted, person } = await findCallerAccount(deps, caller)
    if (!restricted) await requireOldPassword(deps, caller, account, oldpassword)
    await requireStrongPassword(deps, account, remembered, newpassword)

    const hash = await deps.hashing.hashSecret(newpassword)
    // A patient who used a link must still enter the one-time code (THREAT-11), so no session follows.
    const staysIn = !restricted || person.kind === 'staff'
    const name = getSignInName(account)
    const origin = await findAttemptOrigin(deps, caller, name)
    const codeCounters = await buildCodeCounters(deps, origin)
    const token = await writeTransaction(deps, caller, async (tx) => {
      // Of two parallel changes, the first ends the session of the second.
      if (!(await changeSessionPassword(tx.sql, caller, hash, deps.clock()))) throw new AppError('session_required')
      const opened = staysIn ? await openSession(tx.sql, caller, { account, restricted: false, now: deps.clock() }) : undefined
      // A new password proves the person's identity. The failures of the name are cleared, and this browser is known from now on.
      await clearNameFailures(tx.sql, origin)
      for (const counter of codeCounters) await clearFailures(tx.sql, counter)
      await rememberOrigins(deps, tx.sql, caller, name)
      await sendNotice(deps, tx, account, 'passwordChanged')
      return opened
    })
    if (token === undefined) caller.cookies.clear('sid')
    else caller.cookies.set('sid', token)
  }

type CallerAccount = {
  readonly account: Account
  readonly remembered: readonly string[]
  readonly restricted: boolean
  readonly person: Person
}

const findPerson = ({ actor }: Caller): { person: Person; restricted: boolean } => {
  if (actor.kind === 'restricted') return { person: actor.person, restricted: actor.because !== 'age' }
  if (actor.kind === 'staff' || actor.kind === 'patient' || actor.kind === 'guardian') return { person: actor, restricted: false }
  throw new AppError('session_required')
}

const findCallerAccount = async ({ database }: SignInDeps, caller: Caller): Promise<CallerAccount> => {
  const { person, restricted } = findPerson(caller)
  const account = await findAccountBySession(database, caller)
  if (!account) throw new AppError('session_required')
  const present = account.passwordHash === null ? [] : [account.passwordHash]
  const remembered = [...new Set([...present, ...(await listFormerPasswords(database, caller))])].slice(0, passwordsRemembered)
  return { account, remembered, restricted, person }
}

const fieldError = (field: string, detail: ErrorDetail): AppError => new AppError(detail.code, detail.params, { [field]: detail })

const requireOldPassword = async (deps: SignInDeps, caller: Caller, account: Account, oldPassword: string | undefined): Promise<void> => {
  if (!oldPassword) throw fieldError('oldpassword', { code: 'password_required' })
  const { found } = await checkSecretInSession(deps, caller, () => verifyPassword(deps, account, oldPassword))
  if (!found) throw fieldError('oldpassword', { code: 'old_password_wrong' })
}

const requireStrongPassword = async (
  deps: SignInDeps,
  account: Account,
  remembered: readonly string[],
  password: string,
): Promise<void> => {
  const detail = (await findReuseError(deps, account, remembered, password)) ?? (await findWeaknessError(deps, account, password))
  if (detail) throw fieldError('newpassword', detail)
}

/** The newest remembered password has its own message (REQ-ACC-14). */
const findReuseError = async (
  { hashing }: SignInDeps,
  { temporaryPasswordHash }: Account,
  remembered: readonly string[],
  password: string,
): Promise<ErrorDetail | undefined> => {
  // An unused temporary password is in clear text in a mailbox.
  if (temporaryPasswordHash !== null && constantTimeEqual(Buffer.from(temporaryPasswordHash), Buffer.from(hashTemporaryPassword(password))))
    return { code: 'password_reused' }
  const matches = await Promise.all(remembered.map((hash) => hashing.verifySecret(hash, password)))
  const found = matches.indexOf(true)
  if (found === -1) return undefined
  return { code: found === 0 ? 'password_same' : 'password_reused' }
}

const findWeaknessError = async (deps: SignInDeps, account: Account, password: string): Promise<ErrorDetail | undefined> => {
  const { minimum, leastStrength } = await findPasswordRules(deps, account)
  const tooShort = findLengthError(password, minimum)
  if (tooShort) return tooShort
  return isCommonPassword(password) ||
    isOwnText(password, account.personalWords) ||
    estimate(password, account.personalWords).strength < leastStrength
    ? { code: 'password_weak' }
    : undefined
}

/** The minimum length depends on role and second factor, the strength on the settings (REQ-ACC-07, REQ-ACC-08). */
const findPasswordRules = async (deps: SignInDeps, { person, secondFactor }: Account): Promise<PasswordRules> => ({
  minimum: getMinPasswordLength(person.kind === 'staff' ? 'user' : 'patient', secondFactor),
  leastStrength: (await readSettings(deps.database)).password_min_strength,
})

/** Returns the rules to the form, which checks them while the person types. */
export const getPasswordRules =
  (deps: SignInDeps): Services['signIn']['passwordRules'] =>
  async (caller) =>
    findPasswordRules(deps, (await findCallerAccount(deps, caller)).account)
