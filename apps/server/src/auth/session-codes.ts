import type { Caller } from '@registry/api-contract/caller'
import { AppError, validationError } from '@registry/domain/error'
import type { Deps } from '../app/deps.ts'
import { findAccountBySession, type Account } from './accounts.ts'
import { countSessionCodeAttempt, requireLiveCode } from './one-time-codes.ts'

/** Finds the account of the caller's session. @throws AppError session_required */
export const requireSessionAccount = async (deps: Pick<Deps, 'database'>, caller: Caller): Promise<Account> => {
  const account = await findAccountBySession(deps.database, caller)
  if (!account) throw new AppError('session_required')
  return account
}

export const readSessionToken = (caller: Caller): string => caller.cookies.read('sid') ?? ''

/**
 * Counts an attempt with a code of this session, whatever follows, and checks the code (THREAT-13). Returns the id of the code.
 * @throws AppError validation_failed with code_refused or code_superseded at `otp`
 */
export const verifySessionCode = async (
  deps: Pick<Deps, 'database' | 'clock'>,
  caller: Caller,
  purpose: 'contact' | 'record',
  typed: { readonly otp: string; readonly subject?: string },
): Promise<number> => {
  const attempt = await countSessionCodeAttempt(deps.database, caller, purpose, deps.clock())
  if (!attempt) throw validationError({ otp: { code: 'code_refused' } })
  await requireLiveCode(deps.database, attempt, { ...typed, token: readSessionToken(caller) }).catch((error: unknown) => {
    throw error instanceof AppError ? validationError({ otp: error.detail }) : error
  })
  return attempt.id
}
