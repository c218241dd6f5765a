import type { Services } from '@registry/api-contract/services'
import type { Caller, Site } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import { isEmailContact } from '@registry/domain/access/contact'
import { resetMinutes, resetLimit, smsResetLimit, temporaryMinutes } from '@registry/domain/access/sign-in-policy'
import { AppError } from '@registry/domain/error'
import { setCallerIdentity, writeTransaction } from '../../audit/operation.ts'
import { buildSignInLink } from '../../jobs/sign-in-link.ts'
import { requireSmsQuota } from '../../jobs/sms-quota.ts'
import { findAccountByName, parsePatientName, parseStaffName, type Account, type SignInName } from '../../auth/accounts.ts'
import { runInConstantTime } from '../../auth/constant-time.ts'
import { mailTemporaryPassword, sendNotice } from '../../auth/notices.ts'
import { consumeAddressAttempt, requireResetQuota, findAttemptOrigin, consumeResetQuota } from '../../auth/attempt-origin.ts'
import { hashTemporaryPassword } from '../../auth/password-check.ts'
import { createResetLink, setTemporaryPassword } from './queries.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { createTemporaryPassword, createToken } from '../../auth/tokens.ts'

/** Longer than creating and storing a link takes. */
const stepMs = 200

/** Sends staff a temporary password. The forgotten one stays valid until the temporary one is used (REQ-ACC-11). */
export const forgottenByStaff =
  (deps: SignInDeps): Services['signIn']['forgottenByStaff'] =>
  (caller, { username }) =>
    sendHelp(deps, caller, { site: 'staff', name: parseStaffName(username) }, (tx, account) => sendTemporaryPassword(deps, tx, account))

/** Sends a patient a link that is valid for half an hour (REQ-ACC-12). */
export const forgottenByPatient =
  (deps: SignInDeps): Services['signIn']['forgottenByPatient'] =>
  (caller, { username }) =>
    sendHelp(deps, caller, { site: 'myconsent', name: parsePatientName(username) }, (tx, account) => sendResetLink(deps, tx, account))

type ForgottenRequest = { readonly site: Site; readonly name: SignInName }
type Send = (tx: Transaction, account: Account) => Promise<void>

/**
 * Sends help to the account of a name. Known and unknown names have the same limits, response, duration and audit entry (THREAT-12). Above
 * the limit nothing is sent, and the last message stays valid (THREAT-14, THREAT-16).
 */
const sendHelp = async (deps: SignInDeps, caller: Caller, { site, name }: ForgottenRequest, send: Send): Promise<void> => {
  if (caller.site !== site) throw new AppError('permission_denied')
  await runInConstantTime(deps, stepMs, async () => {
    const origin = await findAttemptOrigin(deps, caller, name)
    await consumeAddressAttempt(deps, caller, origin)
    await requireResetQuota(deps, caller, origin, resetLimit)
    const bySms = name.mode === 'patient' && !isEmailContact(name.contact)
    if (bySms) await requireSmsQuota(deps, 'reset')
    const withinLimit = await consumeResetQuota(deps, origin, bySms ? smsResetLimit : resetLimit)
    const account = await findAccountByName(deps.database, name)
    if (account) setCallerIdentity(caller, account.person)
    await writeTransaction(deps, caller, async (tx) => {
      if (!account) return caller.note('no account')
      return withinLimit ? send(tx, account) : caller.note('no further message sent')
    })
  })
}

const addMinutes = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * 60_000)

const sendTemporaryPassword = async (deps: SignInDeps, tx: Transaction, account: Account): Promise<void> => {
  const password = createTemporaryPassword()
  const expiresAt = addMinutes(deps.clock(), temporaryMinutes)
  await setTemporaryPassword(tx.sql, account, hashTemporaryPassword(password), expiresAt)
  await mailTemporaryPassword(deps, tx, { to: account.sendTo.to, language: account.language, password, expiresAt })
}

/** Only the newest reset link of an account is live. */
const sendResetLink = async (deps: SignInDeps, tx: Transaction, account: Account): Promise<void> => {
  const secret = createToken()
  const now = deps.clock()
  const expiresAt = addMinutes(now, resetMinutes)
  await createResetLink(tx.sql, account, secret, { now, expiresAt })
  const link = buildSignInLink(deps.env, account.sendTo.to, secret)
  await sendNotice(deps, tx, account, 'reset', { link, minutes: resetMinutes }, expiresAt)
}
