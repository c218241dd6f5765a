import type { UserInfo } from '@registry/api-contract/session'
import type { SignIn } from '@registry/api-contract/sign-in'
import { missesWorthTelling } from '@registry/domain/access/sign-in-policy'
import { Refusal } from '@registry/domain/fault'
import { identify, transact } from '../../edge/operation.ts'
import { findByName, staffName, type Account } from './accounts.ts'
import { evenly } from './even-time.ts'
import { tell } from './notices.ts'
import { prove, renewedHash, useTemporary, type Proof } from './proof.ts'
import { signInRights, withSignInRights } from './rights.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { openSession } from './sessions.ts'
import { isTooOld, readSettings } from './settings.ts'
import { countAddress, countTry, forgiveTries } from './tries.ts'
import { readUserInfo } from './user-info.ts'

/** Answers leave at multiples of this, whatever was found. */
const stepMs = 100

/** Staff: e-mail and password (D6). Every failure has the same text and about the same time. */
export const staffSignIn =
  (deps: SignInDeps): SignIn['staff'] =>
  async (by, { username, password }) => {
    if (by.site !== 'staff') throw new Refusal('permission_denied')
    await countAddress(deps, by, deps.bounds.perAddress)
    const name = staffName(username)
    const { account, proof } = await evenly(stepMs, async () => {
      await countTry(deps, by, name)
      const found = await withSignInRights(deps.database, (tx) => findByName(tx, name))
      const shown = await prove(deps, found, password)
      if (!found || !shown) throw new Refusal('password_wrong')
      return { account: found, proof: shown }
    })

    identify(by, account.person)
    const hash = proof === 'temporary' ? await deps.hashing.hashSecret(password) : await renewedHash(deps, account, password)
    const token = await transact(deps, by, async (tx) => {
      const { opened, misses } = await signInRights(tx, async (own) => {
        await keepHash(own, account, proof, hash)
        return {
          misses: await forgiveTries(own, name),
          opened: await openSession(own, by, { account, restricted: proof === 'temporary', now: deps.clock() }),
        }
      })
      if (misses >= missesWorthTelling) await tell(deps, tx, account, 'manyMisses', { misses })
      return opened
    })
    by.jar.set('sid', token)
    return welcome(deps, account, proof)
  }

const keepHash = async (
  tx: Parameters<typeof useTemporary>[0],
  account: Account,
  proof: Proof,
  hash: string | undefined,
): Promise<void> => {
  if (hash === undefined) return
  if (proof === 'password') await tx.sql`UPDATE account SET password_hash = ${hash} WHERE id = ${account.id}`
  else if (!(await useTemporary(tx, account, hash))) throw new Refusal('password_wrong')
}

const welcome = async (deps: SignInDeps, account: Account, proof: Proof): Promise<UserInfo> => {
  const tooOld = isTooOld(account.passwordChangedAt, await readSettings(deps.database), deps.clock())
  const user = await readUserInfo(deps, { person: account.person, passwordExpired: proof === 'temporary' || tooOld })
  if (!user) throw new Refusal('session_required')
  return user
}
