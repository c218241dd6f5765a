import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import { parseCodeMinutes, minReportedFailures } from '@registry/domain/access/sign-in-policy'
import { AppError } from '@registry/domain/error'
import { setCallerIdentity, writeTransaction } from '../../audit/operation.ts'
import { findAccountByName, parsePatientName, parseAccount, type Account, type SignInName } from '../../auth/accounts.ts'
import { runInConstantTime } from '../../auth/constant-time.ts'
import { withNameInAudit } from './failure-audit.ts'
import { sendNotice } from '../../auth/notices.ts'
import {
  consumeAddressAttempt,
  findAttemptOrigin,
  rememberOrigins,
  claimUnlistedFailures,
  releaseAddressAttempt,
} from '../../auth/attempt-origin.ts'
import { requireSmsQuota } from '../../jobs/sms-quota.ts'
import { verifyPassword, rehashPassword } from '../../auth/password-check.ts'
import {
  consumeOneTimeCode,
  countCodeAttempt,
  describeSentCode,
  recordCodeCheck,
  sendOneTimeCode,
  requireLiveCode,
} from '../../auth/one-time-codes.ts'
import { renewPasswordHash } from './queries.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { openSession } from './sessions.ts'
import { findSession } from '../../auth/session.ts'
import { isPasswordTooOld, readSettings } from '../../auth/settings.ts'
import { createToken } from '../../auth/tokens.ts'
import { countAttempt, clearFailures } from '../../auth/attempts.ts'
import { readUserInfo, recordOwnRead, requireOldPassword } from './user-info.ts'

/** Longer than creating and storing a code takes. */
const stepMs = 200
/** Longer than checking a code takes. */
const guessStepMs = 50

/**
 * Step one for patients: sends a code if contact and password are correct. A wrong password and an unknown contact have the same error and
 * duration, so they reveal no account (REQ-ACC-09, THREAT-12).
 * @throws AppError password_wrong; too_many_attempts with the seconds to wait; sms_unavailable
 */
export const requestCode =
  (deps: SignInDeps): Services['signIn']['requestCode'] =>
  async (caller, { username, password }) => {
    if (caller.site !== 'myconsent') throw new AppError('permission_denied')
    const name = parsePatientName(username)
    return runInConstantTime(deps, stepMs, async () => {
      const account = await withNameInAudit(deps, caller, name, () => verifyCredentials(deps, caller, name, password))
      if (account.sendTo.channel === 'sms') await requireSmsQuota(deps, 'code')
      const hash = await rehashPassword(deps, account, password)
      const minutes = parseCodeMinutes((await readSettings(deps.database)).otp_minute_duration)
      // The same token for a further code lets the page report that an older code was replaced.
      const browserToken = caller.cookies.read('pre') ?? createToken()
      setCallerIdentity(caller, account.person)
      await writeTransaction(deps, caller, async (tx) => {
        if (hash !== undefined) await renewPasswordHash(tx.sql, account, hash)
        await sendCode(deps, tx, { account, browserToken, minutes })
      })
      caller.cookies.set('pre', browserToken, 600)
      return describeSentCode(name.contact, minutes, deps.limits.codes)
    })
  }

/** A correct password counts as a failure until its code is entered. So the notice about many failures is complete (ASVS 6.3.5). */
const verifyCredentials = async (deps: SignInDeps, caller: Caller, name: SignInName, password: string): Promise<Account> => {
  const origin = await findAttemptOrigin(deps, caller, name)
  await consumeAddressAttempt(deps, caller, origin)
  await countAttempt(deps, origin)
  const account = await verifyPassword(deps, await findAccountByName(deps.database, name), password)
  if (!account) throw new AppError('password_wrong')
  return account
}

type CodeDetails = { readonly account: Account; readonly browserToken: string; readonly minutes: number }

/** Creates the only live code of the account and sends it. @throws AppError too_many_attempts above the limits of codes (THREAT-14) */
const sendCode = async (deps: SignInDeps, tx: Transaction, { account, browserToken, minutes }: CodeDetails): Promise<void> => {
  const request = { account, purpose: 'sign_in', token: browserToken, minutes, limits: deps.limits.codes } as const
  const seconds = await sendOneTimeCode(deps, tx, request)
  if (seconds > 0) throw new AppError('too_many_attempts', { seconds })
}

/** Step two for patients: the code opens one session, in the browser that requested it (THREAT-13, THREAT-15). */
export const signInWithCode =
  (deps: SignInDeps): Services['signIn']['withCode'] =>
  async (caller, { username, otp }) => {
    if (caller.site !== 'myconsent') throw new AppError('permission_denied')
    const name = parsePatientName(username)
    const { account, codeId } = await withNameInAudit(deps, caller, name, () =>
      runInConstantTime(deps, guessStepMs, () => verifyCode(deps, caller, name, otp)),
    )
    setCallerIdentity(caller, account.person)
    // The session's transaction writes the audit entry, so the read trace must be set before.
    recordOwnRead(caller, account.person)
    const now = deps.clock()
    const origin = await findAttemptOrigin(deps, caller, name)
    const token = await writeTransaction(deps, caller, async (tx) => {
      if (!(await consumeOneTimeCode(tx.sql, codeId, caller.cookies.read('pre') ?? '', now))) throw new AppError('code_refused')
      const opened = await openSession(tx.sql, caller, { account, restricted: false, now })
      await recordCodeCheck(tx.sql, opened, now)
      const failures = (await clearFailures(tx.sql, origin)) + (await claimUnlistedFailures(tx.sql, origin))
      if (failures >= minReportedFailures) await sendNotice(deps, tx, account, 'manyFailures', { failures })
      await rememberOrigins(deps, tx.sql, caller, name)
      return opened
    })
    // The request of the code did not fail either.
    await releaseAddressAttempt(deps, caller, origin)
    caller.cookies.clear('pre')
    caller.cookies.set('sid', token)
    caller.cookies.clear('consents')
    const tooOld = isPasswordTooOld(account.passwordChangedAt, await readSettings(deps.database), now)
    // The session of a guardian may act for the only patient. Whoever reads the data of that patient asks for the current person.
    const opened = await findSession(deps, token, caller.site)
    const person = opened?.actor.kind === 'guardian' ? opened.actor : account.person
    const user = await readUserInfo(deps, { person, passwordExpired: tooOld })
    if (!user) throw new AppError('session_required')
    return tooOld ? requireOldPassword(user) : user
  }

/**
 * Counts the attempt and reads the code in one statement, so at most five guesses are checked (THREAT-13). A browser with a live code has five
 * attempts. Other browsers use the limits of their address.
 */
const verifyCode = async (
  deps: SignInDeps,
  caller: Caller,
  name: SignInName,
  otp: string,
): Promise<{ account: Account; codeId: number }> => {
  const browserToken = caller.cookies.read('pre') ?? ''
  const attempt = await countCodeAttempt(deps.database, name.contact, browserToken, deps.clock())
  if (!attempt) await consumeAddressAttempt(deps, caller)
  // This error depends only on the browser, so it reveals no account.
  if (browserToken === '') throw new AppError('code_other_browser')
  const account = parseAccount(attempt?.account ?? null)
  if (!attempt || !account) throw new AppError('code_refused')
  await requireLiveCode(deps.database, attempt, { otp, token: browserToken })
  return { account, codeId: attempt.id }
}
