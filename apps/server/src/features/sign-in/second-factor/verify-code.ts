import type { Caller } from '@registry/api-contract/caller'
import { parseSecondFactorCode } from '@registry/domain/access/second-factor'
import { AppError } from '@registry/domain/error'
import { getSignInName, type Account } from '../../../auth/accounts.ts'
import { findAttemptOrigin } from '../../../auth/attempt-origin.ts'
import type { SignInDeps } from '../sign-in-deps.ts'
import { checkSecret } from '../../../auth/attempts.ts'
import { buildCodeCounter } from './code-counter.ts'
import { consumeTimeStep, consumeStoredCode, findEncryptedSecret, findRecoveryCode } from './queries.ts'
import { findTimeStep, formatEncryptionContext } from './totp.ts'

export type VerifiedCode = { readonly kind: 'app' | 'recovery'; readonly failures: number }

const codeWrong = (): AppError => new AppError('second_factor_wrong', undefined, { otp: { code: 'second_factor_wrong' } })

/**
 * Checks and consumes a code of the second factor. The attempt counts before the check, and from the fifth failure each attempt has a
 * growing delay (REQ-ACC-10, THREAT-13). Wrong, used and impossible codes give the same error; impossible ones cost no attempt.
 * @throws AppError second_factor_wrong, too_many_attempts
 */
export const requireSecondFactor = async (deps: SignInDeps, caller: Caller, account: Account, typed: string): Promise<VerifiedCode> => {
  const parsed = parseSecondFactorCode(typed)
  // A text that cannot be a code costs no attempt.
  if (!parsed) throw codeWrong()
  const counter = await buildCodeCounter(deps, await findAttemptOrigin(deps, caller, getSignInName(account)))
  const { found, failures } = await checkSecret(deps, counter, async () => {
    const used =
      parsed.kind === 'recovery' ? await consumeRecoveryCode(deps, account, parsed) : await consumeAppCode(deps, account, parsed.code)
    return used ? parsed.kind : undefined
  })
  if (!found) throw codeWrong()
  return { kind: found, failures }
}

/** A used time step and earlier ones are rejected. Of two parallel calls with one code, one fails. */
const consumeAppCode = async (deps: SignInDeps, account: Account, code: string): Promise<boolean> => {
  const secret = await readSecret(deps, account)
  const step = secret !== undefined && code !== '' ? findTimeStep(secret, code, deps.clock()) : undefined
  if (step === undefined) return false
  return consumeTimeStep(deps.database, account, step)
}

/** A secret that does not decrypt counts as a wrong code. Recovery codes need no key and still work. */
const readSecret = async (deps: SignInDeps, account: Account): Promise<string | undefined> => {
  const encrypted = await findEncryptedSecret(deps.database, account)
  if (!encrypted) return undefined
  try {
    return await deps.encryption.decrypt(encrypted, formatEncryptionContext(account.id))
  } catch (error) {
    deps.log.error({ err: error }, 'SECRET_KEY does not decrypt the secret of an authenticator app')
    return undefined
  }
}

/** Checks one hash with or without a stored code, so the duration is the same. */
const consumeRecoveryCode = async (
  deps: SignInDeps,
  account: Account,
  { place, code }: { place: string; code: string },
): Promise<boolean> => {
  const row = await findRecoveryCode(deps.database, account, place)
  const right = await deps.hashing.verifySecret(row?.code_hash, code)
  if (!row || !right) return false
  return consumeStoredCode(deps.database, account, row.id, deps.clock())
}
