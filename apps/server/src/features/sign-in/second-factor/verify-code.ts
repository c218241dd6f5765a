import type { Caller } from '@registry/api-contract/caller'
import { parseSecondFactorCode } from '@registry/domain/access/second-factor'
import { AppError } from '@registry/domain/error'
import { getSignInName, type Account } from '../../../auth/accounts.ts'
import { findAttemptOrigin } from '../../../auth/attempt-origin.ts'
import type { SignInDeps } from '../sign-in-deps.ts'
import { checkSecret } from '../../../auth/attempts.ts'
import { buildCodeCounter } from './code-counter.ts'
import { formatEncryptionContext } from './secret.ts'
import { findTimeStep } from './totp.ts'

export type VerifiedCode = { readonly kind: 'app' | 'recovery'; readonly failures: number }

/**
 * Looks at the second factor of an account and uses it up. Each try is counted before it is looked at: after five misses each
 * further one waits, longer and longer (D6, T13). Wrong, used and impossible codes are refused alike.
 * @throws Refusal second_factor_wrong, too_many_tries
 */
export const requireSecondFactor = async (deps: SignInDeps, caller: Caller, account: Account, typed: string): Promise<VerifiedCode> => {
  const counter = await buildCodeCounter(deps, await findAttemptOrigin(deps, caller, getSignInName(account)))
  const read = parseSecondFactorCode(typed)
  const { found, failures } = await checkSecret(deps, counter, async () => {
    const used =
      read?.kind === 'recovery' ? await consumeRecoveryCode(deps, account, read) : await consumeAppCode(deps, account, read?.code ?? '')
    return used ? read?.kind : undefined
  })
  if (!found) throw new AppError('second_factor_wrong', undefined, { otp: { code: 'second_factor_wrong' } })
  return { kind: found, failures }
}

/** A step that was taken, or one before it, is not taken again: of two calls with the same code at once one is refused. */
const consumeAppCode = async (deps: SignInDeps, account: Account, code: string): Promise<boolean> => {
  const secret = await readSecret(deps, account)
  const step = secret !== undefined && code !== '' ? findTimeStep(secret, code, deps.clock()) : undefined
  if (step === undefined) return false
  const [used] = await deps.database<{ done: boolean }[]>`SELECT take_second_factor_step(${account.id}, ${step}) AS done`
  return used?.done ?? false
}

/** A secret that the key at hand does not open counts as a wrong code: the recovery codes, which need no key, still hold. */
const readSecret = async (deps: SignInDeps, account: Account): Promise<string | undefined> => {
  const [row] = await deps.database<
    { secret: Uint8Array | null }[]
  >`SELECT second_factor_secret(${getSignInName(account).contact}) AS secret`
  if (!row?.secret) return undefined
  try {
    return await deps.encryption.decrypt(row.secret, formatEncryptionContext(account.id))
  } catch (error) {
    deps.log.error({ err: error }, 'SECRET_KEY does not open the secret of an authenticator app')
    return undefined
  }
}

/** One hash is looked at whether there is such a code or not. */
const consumeRecoveryCode = async (
  deps: SignInDeps,
  account: Account,
  { place, code }: { place: string; code: string },
): Promise<boolean> => {
  const [row] = await deps.database<{ id: number; code_hash: string }[]>`
    SELECT id, code_hash FROM recovery_code_at(${getSignInName(account).contact}, ${place})`
  const right = await deps.hashing.verifySecret(row?.code_hash, code)
  if (!row || !right) return false
  const [used] = await deps.database<{ done: boolean }[]>`
    SELECT use_recovery_code(${account.id}, ${row.id}, ${deps.clock().toISOString()}) AS done`
  return used?.done ?? false
}
