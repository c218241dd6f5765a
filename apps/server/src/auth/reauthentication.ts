import type { Caller } from '@registry/api-contract/caller'
import { reauthenticationMs } from '@registry/domain/access/sign-in-policy'
import { AppError } from '@registry/domain/error'
import type { Deps, Reauthenticate } from '../app/deps.ts'
import { findAccountBySession, hashSessionToken, type Account } from './accounts.ts'
import { verifyPassword } from './password-check.ts'
import { checkSecret, type AttemptResult } from './attempts.ts'

type Needs = Pick<Deps, 'database' | 'clock' | 'hashing' | 'encryption'>
const findCallerAccount = async ({ database }: Needs, caller: Caller): Promise<Account> => {
  const actor = caller.actor.kind === 'enrolling' ? caller.actor.person : caller.actor
  const account =
    actor.kind === 'staff' || actor.kind === 'patient' || actor.kind === 'guardian'
      ? await findAccountBySession(database, caller)
      : undefined
  if (!account) throw new AppError('session_required')
  return account
}

const passwordError = (code: 'reauthentication_required' | 'password_wrong'): AppError =>
  new AppError(code, undefined, { password: { code } })

/**
 * Checks the password of the signed-in person. The session has its own failure counter. Failures elsewhere do not block it, and its
 * failures do not block sign-in (REQ-ACC-10).
 * @throws AppError too_many_attempts, password_stopped
 */
export const checkSecretInSession = async <T>(
  needs: Pick<Needs, 'database' | 'clock' | 'encryption'>,
  caller: Caller,
  check: () => Promise<T | undefined>,
): Promise<AttemptResult<T>> => {
  return checkSecret(needs, { hash: await needs.encryption.hashIdentifier(`session ${hashSessionToken(caller).toString('hex')}`) }, check)
}

export const createReauthenticate =
  (deps: Needs): Reauthenticate =>
  async (caller, password, when) => {
    const account = await findCallerAccount(deps, caller)
    if (when !== 'always' && deps.clock().getTime() - Date.parse(account.authenticatedAt ?? '1970-01-01') <= reauthenticationMs) return
    if (!password) throw passwordError('reauthentication_required')
    const { found } = await checkSecretInSession(deps, caller, () => verifyPassword(deps, account, password))
    if (!found) throw passwordError('password_wrong')
    await deps.database`SELECT record_reauthentication(${hashSessionToken(caller)}, ${deps.clock().toISOString()})`
  }
