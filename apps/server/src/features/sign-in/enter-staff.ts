import type { Caller } from '@registry/api-contract/caller'
import type { UserInfo } from '@registry/api-contract/session'
import { missesWorthTelling } from '@registry/domain/access/sign-in-policy'
import { Refusal } from '@registry/domain/fault'
import type { Transaction } from '@registry/db/transaction'
import { transact } from '../../edge/operation.ts'
import { nameOf, type Account } from './accounts.ts'
import { tell } from './notices.ts'
import { rememberPlaces } from './origin.ts'
import { useTemporary, type Proof, type Proven } from './proof.ts'
import { signInRights } from './rights.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { openSession } from './sessions.ts'
import { isTooOld, readSettings } from './settings.ts'
import { readUserInfo, withOldPassword } from './user-info.ts'

/** What else belongs to the same transaction, first with the rights of the sign-in, then with the server's. */
export type AtEntry = { readonly before?: (own: Transaction) => Promise<void>; readonly after?: (tx: Transaction) => Promise<void> }

/** Opens the session of a staff user who has shown all that is asked, and says who they are. */
export const enterAsStaff = async (
  deps: SignInDeps,
  by: Caller,
  account: Account,
  { proof, hash, misses }: Proven,
  { before, after }: AtEntry = {},
): Promise<UserInfo> => {
  const token = await transact(deps, by, async (tx) => {
    const opened = await signInRights(tx, async (own) => {
      await before?.(own)
      await keepHash(own, account, proof, hash)
      return openSession(own, by, { account, restricted: proof === 'temporary', now: deps.clock() })
    })
    if (misses >= missesWorthTelling) await tell(deps, tx, account, 'manyMisses', { misses })
    await after?.(tx)
    await rememberPlaces(deps, tx.sql, by, nameOf(account))
    return opened
  })
  by.jar.set('sid', token)
  return welcome(deps, account, proof)
}

const keepHash = async (tx: Transaction, account: Account, proof: Proof, hash: string | undefined): Promise<void> => {
  if (hash === undefined) return
  if (proof === 'password') await tx.sql`UPDATE account SET password_hash = ${hash} WHERE id = ${account.id}`
  else if (!(await useTemporary(tx, account, hash))) throw new Refusal('password_wrong')
}

const welcome = async (deps: SignInDeps, account: Account, proof: Proof): Promise<UserInfo> => {
  const settings = await readSettings(deps.database)
  const tooOld = isTooOld(account.passwordChangedAt, settings, deps.clock())
  const passwordExpired = proof === 'temporary' || tooOld
  const secondFactorMissing = !passwordExpired && settings.staff_totp_required && !account.secondFactor
  const user = await readUserInfo(deps, { person: account.person, passwordExpired, secondFactorMissing })
  if (!user) throw new Refusal('session_required')
  return tooOld && proof !== 'temporary' ? withOldPassword(user) : user
}
