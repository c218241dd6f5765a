import type { Caller } from '@registry/api-contract/caller'
import type { SignIn } from '@registry/api-contract/sign-in'
import { AppError } from '@registry/domain/error'
import { setCallerIdentity } from '../../audit/operation.ts'
import { findByName, staffName, type Account, type SignInName } from '../../auth/accounts.ts'
import { enterAsStaff } from './enter-staff.ts'
import { evenly } from '../../auth/constant-time.ts'
import { markFailure } from './failures.ts'
import { attemptFrom, findOrigin, strangersMisses } from '../../auth/attempt-origin.ts'
import { isTemporary, provePassword, renewedHash, type Proof, type Proven } from '../../auth/password-check.ts'
import { askForCode } from './second-factor/challenge.ts'
import { requireSecondFactor } from './second-factor/check.ts'
import { tellOfCodes } from './second-factor/tell.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { tellMisses } from '../../auth/attempts.ts'

/** Answers leave at multiples of this, whatever was found. */
const stepMs = 100

/** Staff: e-mail and password, and the second factor of whoever has one (D6). Every failure before it has the same text and about the same time. */
export const staffSignIn =
  (deps: SignInDeps): SignIn['staff'] =>
  async (caller, { username, password, otp }) => {
    if (caller.site !== 'staff') throw new AppError('permission_denied')
    const name = staffName(username)
    const { account, proof, misses } = await markFailure(deps, caller, name, () =>
      evenly(deps, stepMs, () => recognise(deps, caller, name, password)),
    )

    setCallerIdentity(caller, account.person)
    const hash = proof === 'temporary' ? await deps.hashing.hashSecret(password) : await renewedHash(deps, account, password)
    const proven: Proven = { proof, hash, misses }
    if (!account.secondFactor) return enterAsStaff(deps, caller, account, proven)
    if (otp === undefined) return askForCode(deps, caller, account, proven)
    const shown = await requireSecondFactor(deps, caller, account, otp)
    return enterAsStaff(
      deps,
      caller,
      account,
      { ...proven, misses: proven.misses + shown.misses },
      { after: tellOfCodes(deps, account, shown) },
    )
  }

type Recognised = { readonly account: Account; readonly proof: Proof; readonly misses: number }

/** Looks at a name and a password. A temporary password, which came by mail, passes whatever strangers did before (D6). */
const recognise = async (deps: SignInDeps, caller: Caller, name: SignInName, password: string): Promise<Recognised> => {
  const origin = await findOrigin(deps, caller, name)
  const account = await findByName(deps.database, name)
  if (account && isTemporary(account, password, deps.clock()))
    return { account, proof: 'temporary', misses: await tellMisses(deps.database, { mark: origin.name }) }
  const { found, misses } = await attemptFrom(deps, caller, origin, () => provePassword(deps, account, password))
  if (!found) throw new AppError('password_wrong')
  return { account: found, proof: 'password', misses: misses + (await strangersMisses(deps.database, origin)) }
}
