import type { Services } from '@registry/api-contract/services'
import { AppError } from '@registry/domain/error'
import { setCallerIdentity } from '../../../audit/operation.ts'
import { consumeAddressAttempt } from '../../../auth/attempt-origin.ts'
import { openStaffSession } from '../open-staff-session.ts'
import type { SignInDeps } from '../sign-in-deps.ts'
import { endChallenge, consumeAttempt } from './challenge.ts'
import { requireSecondFactor } from './verify-code.ts'
import { sendRecoveryNotice } from './recovery-notice.ts'

/** Step two for staff: the code opens one session, in the browser of the correct password (THREAT-13, THREAT-15). */
export const signInWithSecondFactor =
  (deps: SignInDeps): Services['secondFactor']['signIn'] =>
  async (caller, { otp }) => {
    if (caller.site !== 'staff') throw new AppError('permission_denied')
    const challenge = await consumeAttempt(deps, caller).catch(async (error: unknown) => {
      // A browser with a correct password has five attempts. Other browsers use the limits of their address.
      await consumeAddressAttempt(deps, caller)
      throw error
    })
    const { account } = challenge
    // The account was removed, or its temporary password changed.
    if (!account || (challenge.temporaryPasswordHash !== null && challenge.temporaryPasswordHash !== account.temporaryPasswordHash))
      throw new AppError('sign_in_stale')
    setCallerIdentity(caller, account.person)
    const verifiedCode = await requireSecondFactor(deps, caller, account, otp)
    const kind = challenge.temporaryPasswordHash === null ? 'password' : 'temporary'
    const verified = {
      kind,
      hashToStore: challenge.hashToStore ?? undefined,
      failures: challenge.failures + verifiedCode.failures,
    } as const
    const user = await openStaffSession(deps, caller, account, verified, {
      before: ({ sql }) => endChallenge(sql, caller),
      after: sendRecoveryNotice(deps, account, verifiedCode),
    })
    caller.cookies.clear('pre')
    return user
  }
