import type { Caller } from '@registry/api-contract/caller'
import type { UserInfo } from '@registry/api-contract/session'
import { minReportedFailures } from '@registry/domain/access/sign-in-policy'
import { AppError } from '@registry/domain/error'
import type { Transaction } from '@registry/db/transaction'
import { writeTransaction } from '../../audit/operation.ts'
import { getSignInName, type Account } from '../../auth/accounts.ts'
import { sendNotice } from '../../auth/notices.ts'
import { rememberOrigins } from '../../auth/attempt-origin.ts'
import { consumeTemporaryPassword, type PasswordKind, type VerifiedPassword } from '../../auth/password-check.ts'
import { renewPasswordHash } from './queries.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { openSession } from './sessions.ts'
import { isPasswordTooOld, readSettings } from '../../auth/settings.ts'
import { readUserInfo, requireOldPassword } from './user-info.ts'

/** Further work in the same transaction. */
export type TransactionHooks = { readonly before?: (tx: Transaction) => Promise<void>; readonly after?: (tx: Transaction) => Promise<void> }

/** Opens the session of a fully authenticated staff user and returns the user. */
export const openStaffSession = async (
  deps: SignInDeps,
  caller: Caller,
  account: Account,
  { kind, hashToStore, failures }: VerifiedPassword,
  { before, after }: TransactionHooks = {},
): Promise<UserInfo> => {
  const token = await writeTransaction(deps, caller, async (tx) => {
    await before?.(tx)
    await storeHash(tx, account, kind, hashToStore)
    const opened = await openSession(tx.sql, caller, { account, restricted: kind === 'temporary', now: deps.clock() })
    if (failures >= minReportedFailures) await sendNotice(deps, tx, account, 'manyFailures', { failures })
    await after?.(tx)
    await rememberOrigins(deps, tx.sql, caller, getSignInName(account))
    return opened
  })
  caller.cookies.set('sid', token)
  return readSignedInUser(deps, account, kind)
}

const storeHash = async (tx: Transaction, account: Account, kind: PasswordKind, hash: string | undefined): Promise<void> => {
  if (hash === undefined) return
  if (kind === 'password') await renewPasswordHash(tx.sql, account, hash)
  else if (!(await consumeTemporaryPassword(tx, account, hash))) throw new AppError('password_wrong')
}

const readSignedInUser = async (deps: SignInDeps, account: Account, kind: PasswordKind): Promise<UserInfo> => {
  const settings = await readSettings(deps.database)
  const tooOld = isPasswordTooOld(account.passwordChangedAt, settings, deps.clock())
  const passwordExpired = kind === 'temporary' || tooOld
  const secondFactorMissing = !passwordExpired && settings.staff_totp_required && !account.secondFactor
  const user = await readUserInfo(deps, { person: account.person, passwordExpired, secondFactorMissing })
  if (!user) throw new AppError('session_required')
  return tooOld && kind !== 'temporary' ? requireOldPassword(user) : user
}
