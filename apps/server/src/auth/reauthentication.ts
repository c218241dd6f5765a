import type { Caller } from '@registry/api-contract/caller'
import { proofLastsMs } from '@registry/domain/access/sign-in-policy'
import { AppError } from '@registry/domain/error'
import type { Deps, StepUp } from '../deps.ts'
import { findBySession, sessionHash, type Account } from './accounts.ts'
import { provePassword } from './password-check.ts'
import { attempt, type Answer } from './attempts.ts'

type Needs = Pick<Deps, 'database' | 'clock' | 'hashing' | 'sealing'>
const standing = async ({ database }: Needs, caller: Caller): Promise<Account> => {
  const actor = caller.actor.kind === 'enrolling' ? caller.actor.person : caller.actor
  const account = actor.kind === 'staff' || actor.kind === 'patient' ? await findBySession(database, caller) : undefined
  if (!account) throw new AppError('session_required')
  return account
}

const refused = (code: 'proof_required' | 'password_wrong'): AppError => new AppError(code, undefined, { password: { code } })

/**
 * Looks at the own password of whoever is signed in. Its misses are counted by the session: neither do strangers' misses hold the
 * person back here, nor do those of somebody at an open session keep the person from signing in elsewhere (D6).
 * @throws Refusal too_many_tries, password_stopped
 */
export const attemptInSession = async <T>(
  needs: Pick<Needs, 'database' | 'clock' | 'sealing'>,
  caller: Caller,
  look: () => Promise<T | undefined>,
): Promise<Answer<T>> => {
  return attempt(needs, { mark: await needs.sealing.mark(`session ${sessionHash(caller).toString('hex')}`) }, look)
}

export const stepUp =
  (deps: Needs): StepUp =>
  async (caller, password, when) => {
    const account = await standing(deps, caller)
    if (when !== 'always' && deps.clock().getTime() - Date.parse(account.provenAt ?? '1970-01-01') <= proofLastsMs) return
    if (!password) throw refused('proof_required')
    const { found } = await attemptInSession(deps, caller, () => provePassword(deps, account, password))
    if (!found) throw refused('password_wrong')
    await deps.database`SELECT prove_session(${sessionHash(caller)}, ${deps.clock().toISOString()})`
  }
