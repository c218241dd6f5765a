import type { SecondFactor } from '@registry/api-contract/second-factor'
import { AppError } from '@registry/domain/error'
import { setCallerIdentity } from '../../../audit/operation.ts'
import { countCall } from '../../../auth/attempt-origin.ts'
import { enterAsStaff } from '../enter-staff.ts'
import type { SignInDeps } from '../sign-in-deps.ts'
import { endChallenge, takeTry } from './challenge.ts'
import { requireSecondFactor } from './check.ts'
import { tellOfCodes } from './tell.ts'

/** Staff, step two: the code opens the session, once, in the browser in which the password was right (T13, T15). */
export const signInWithSecondFactor =
  (deps: SignInDeps): SecondFactor['signIn'] =>
  async (caller, { otp }) => {
    if (caller.site !== 'staff') throw new AppError('permission_denied')
    const challenge = await takeTry(deps, caller).catch(async (error: unknown) => {
      // A browser in which the password was right has five tries of its own; any other is counted against its address.
      await countCall(deps, caller)
      throw error
    })
    const { account } = challenge
    // Gone meanwhile: the user, or the temporary password that was shown.
    if (!account || (challenge.temporaryHash !== null && challenge.temporaryHash !== account.temporaryHash))
      throw new AppError('sign_in_stale')
    setCallerIdentity(caller, account.person)
    const shown = await requireSecondFactor(deps, caller, account, otp)
    const proof = challenge.temporaryHash === null ? 'password' : 'temporary'
    const proven = { proof, hash: challenge.newHash ?? undefined, misses: challenge.misses + shown.misses } as const
    const user = await enterAsStaff(deps, caller, account, proven, {
      before: ({ sql }) => endChallenge(sql, caller),
      after: tellOfCodes(deps, account, shown),
    })
    caller.jar.clear('pre')
    return user
  }
