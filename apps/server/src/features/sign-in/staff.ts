import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import { AppError } from '@registry/domain/error'
import { setCallerIdentity } from '../../audit/operation.ts'
import { findAccountByName, parseStaffName, type Account, type SignInName } from '../../auth/accounts.ts'
import { openStaffSession } from './open-staff-session.ts'
import { runInConstantTime } from '../../auth/constant-time.ts'
import { withNameInAudit } from './failure-audit.ts'
import { checkSecretFromOrigin, findAttemptOrigin, claimUnlistedFailures } from '../../auth/attempt-origin.ts'
import { isTemporaryPassword, verifyPassword, rehashPassword, type PasswordKind, type VerifiedPassword } from '../../auth/password-check.ts'
import { requireCode } from './second-factor/challenge.ts'
import { requireSecondFactor } from './second-factor/verify-code.ts'
import { sendRecoveryNotice } from './second-factor/recovery-notice.ts'
import type { SignInDeps } from './sign-in-deps.ts'
import { claimUnreportedFailures } from '../../auth/attempts.ts'

const stepMs = 100

/**
 * Signs in staff with e-mail, password and second factor, if they have one (REQ-ACC-01). All failures before the second factor have the
 * same message and duration (REQ-ACC-09).
 */
export const staffSignIn =
  (deps: SignInDeps): Services['signIn']['staff'] =>
  async (caller, { username, password, otp }) => {
    if (caller.site !== 'staff') throw new AppError('permission_denied')
    const name = parseStaffName(username)
    const { account, kind, failures } = await withNameInAudit(deps, caller, name, () =>
      runInConstantTime(deps, stepMs, () => verifyCredentials(deps, caller, name, password)),
    )

    setCallerIdentity(caller, account.person)
    const hashToStore = kind === 'temporary' ? await deps.hashing.hashSecret(password) : await rehashPassword(deps, account, password)
    const verified: VerifiedPassword = { kind, hashToStore, failures }
    if (!account.secondFactor) return openStaffSession(deps, caller, account, verified)
    if (otp === undefined) return requireCode(deps, caller, account, verified)
    const verifiedCode = await requireSecondFactor(deps, caller, account, otp)
    return openStaffSession(
      deps,
      caller,
      account,
      { ...verified, failures: verified.failures + verifiedCode.failures },
      { after: sendRecoveryNotice(deps, account, verifiedCode) },
    )
  }

type VerifiedCredentials = { readonly account: Account; readonly kind: PasswordKind; readonly failures: number }

/** Checks name and password. A temporary password came by mail and ignores the failures of other people (REQ-ACC-10). */
const verifyCredentials = async (deps: SignInDeps, caller: Caller, name: SignInName, password: string): Promise<VerifiedCredentials> => {
  const origin = await findAttemptOrigin(deps, caller, name)
  const account = await findAccountByName(deps.database, name)
  if (account && isTemporaryPassword(account, password, deps.clock()))
    return { account, kind: 'temporary', failures: await claimUnreportedFailures(deps.database, { hash: origin.nameHash }) }
  const { found, failures } = await checkSecretFromOrigin(deps, caller, origin, () => verifyPassword(deps, account, password))
  if (!found) throw new AppError('password_wrong')
  return { account: found, kind: 'password', failures: failures + (await claimUnlistedFailures(deps.database, origin)) }
}
