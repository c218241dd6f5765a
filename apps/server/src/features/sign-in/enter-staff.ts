import type { Caller } from '@registry/api-contract/caller'
import type { UserInfo } from '@registry/api-contract/session'
import { missesWorthTelling } from '@registry/domain/access/sign-in-policy'
import { AppError } from '@registry/domain/error'
import type { Transaction } from '@registry/db/transaction'
import { writeTransaction } from '../../audit/operation.ts'
import { nameOf, type Account } from '../../auth/accounts.ts'
import { tell } from './notices.ts'
import { rememberPlaces } from '../../auth/attempt-origin.ts'
import { useTemporary, type Proof, type Proven } from '../../auth/password-check.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { openSession } from './sessions.ts'
import { isTooOld, readSettings } from './settings.ts'
import { readUserInfo, withOldPassword } from './user-info.ts'

/** What else belongs to the same transaction. */
export type AtEntry = { readonly before?: (tx: Transaction) => Promise<void>; readonly after?: (tx: Transaction) => Promise<void> }

/** Opens the session of a staff user who has shown all that is asked, and says who they are. */
export const enterAsStaff = async (
  deps: SignInDeps,
  caller: Caller,
  account: Account,
  { proof, hash, misses }: Proven,
  { before, after }: AtEntry = {},
): Promise<UserInfo> => {
  const token = await writeTransaction(deps, caller, async (tx) => {
    await before?.(tx)
    await keepHash(tx, account, proof, hash)
    const opened = await openSession(tx.sql, caller, { account, restricted: proof === 'temporary', now: deps.clock() })
    if (misses >= missesWorthTelling) await tell(deps, tx, account, 'manyMisses', { misses })
    await after?.(tx)
    await rememberPlaces(deps, tx.sql, caller, nameOf(account))
    return opened
  })
  caller.jar.set('sid', token)
  return welcome(deps, account, proof)
}

const keepHash = async (tx: Transaction, account: Account, proof: Proof, hash: string | undefined): Promise<void> => {
  if (hash === undefined) return
  if (proof === 'password') await tx.sql`SELECT renew_password_hash(${account.id}, ${account.passwordHash}, ${hash})`
  else if (!(await useTemporary(tx, account, hash))) throw new AppError('password_wrong')
}

const welcome = async (deps: SignInDeps, account: Account, proof: Proof): Promise<UserInfo> => {
  const settings = await readSettings(deps.database)
  const tooOld = isTooOld(account.passwordChangedAt, settings, deps.clock())
  const passwordExpired = proof === 'temporary' || tooOld
  const secondFactorMissing = !passwordExpired && settings.staff_totp_required && !account.secondFactor
  const user = await readUserInfo(deps, { person: account.person, passwordExpired, secondFactorMissing })
  if (!user) throw new AppError('session_required')
  return tooOld && proof !== 'temporary' ? withOldPassword(user) : user
}
