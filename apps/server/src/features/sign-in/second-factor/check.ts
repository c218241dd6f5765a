import type { Caller } from '@registry/api-contract/caller'
import { readSecondFactor } from '@registry/domain/access/second-factor'
import { AppError } from '@registry/domain/error'
import { nameOf, type Account } from '../../../auth/accounts.ts'
import { findOrigin } from '../../../auth/attempt-origin.ts'
import type { SignInDeps } from '../sign-in-deps.ts'
import { attempt } from '../../../auth/attempts.ts'
import { codeCounter } from './code-counter.ts'
import { aboutAccount } from './secret.ts'
import { stepOf } from './totp.ts'

export type Shown = { readonly kind: 'app' | 'recovery'; readonly misses: number }

/**
 * Looks at the second factor of an account and uses it up. Each try is counted before it is looked at: after five misses each
 * further one waits, longer and longer (D6, T13). Wrong, used and impossible codes are refused alike.
 * @throws Refusal second_factor_wrong, too_many_tries
 */
export const requireSecondFactor = async (deps: SignInDeps, caller: Caller, account: Account, typed: string): Promise<Shown> => {
  const counter = await codeCounter(deps, await findOrigin(deps, caller, nameOf(account)))
  const read = readSecondFactor(typed)
  const { found, misses } = await attempt(deps, counter, async () => {
    const taken = read?.kind === 'recovery' ? await takeRecovery(deps, account, read) : await takeApp(deps, account, read?.code ?? '')
    return taken ? read?.kind : undefined
  })
  if (!found) throw new AppError('second_factor_wrong', undefined, { otp: { code: 'second_factor_wrong' } })
  return { kind: found, misses }
}

/** A step that was taken, or one before it, is not taken again: of two calls with the same code at once one is refused. */
const takeApp = async (deps: SignInDeps, account: Account, code: string): Promise<boolean> => {
  const secret = await secretOf(deps, account)
  const step = secret !== undefined && code !== '' ? stepOf(secret, code, deps.clock()) : undefined
  if (step === undefined) return false
  const [taken] = await deps.database<{ done: boolean }[]>`SELECT take_second_factor_step(${account.id}, ${step}) AS done`
  return taken?.done ?? false
}

/** A secret that the key at hand does not open counts as a wrong code: the recovery codes, which need no key, still hold. */
const secretOf = async (deps: SignInDeps, account: Account): Promise<string | undefined> => {
  const [row] = await deps.database<{ secret: Uint8Array | null }[]>`SELECT second_factor_secret(${nameOf(account).contact}) AS secret`
  if (!row?.secret) return undefined
  try {
    return await deps.sealing.open(row.secret, aboutAccount(account.id))
  } catch (error) {
    deps.log.error({ err: error }, 'SECRET_KEY does not open the secret of an authenticator app')
    return undefined
  }
}

/** One hash is looked at whether there is such a code or not. */
const takeRecovery = async (deps: SignInDeps, account: Account, { place, code }: { place: string; code: string }): Promise<boolean> => {
  const [row] = await deps.database<{ id: number; code_hash: string }[]>`
    SELECT id, code_hash FROM recovery_code_at(${nameOf(account).contact}, ${place})`
  const right = await deps.hashing.verifySecret(row?.code_hash, code)
  if (!row || !right) return false
  const [used] = await deps.database<{ done: boolean }[]>`
    SELECT use_recovery_code(${account.id}, ${row.id}, ${deps.clock().toISOString()}) AS done`
  return used?.done ?? false
}
