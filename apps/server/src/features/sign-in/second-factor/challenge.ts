import type { Caller } from '@registry/api-contract/caller'
import { challengeMinutes } from '@registry/domain/access/sign-in-policy'
import type { Queries } from '@registry/db/connect'
import { AppError } from '@registry/domain/error'
import { writeTransaction } from '../../../audit/operation.ts'
import { parseAccount, type Account } from '../../../auth/accounts.ts'
import type { VerifiedPassword } from '../../../auth/password-check.ts'
import type { SignInDeps } from '../sign-in-deps.ts'
import { createToken } from '../../../auth/tokens.ts'
import { countChallengeAttempt, createChallenge, deleteChallenge } from './queries.ts'

/** The state between a correct password and its code, bound to one browser. The account is undefined when it no longer exists. */
export type Challenge = {
  readonly account: Account | undefined
  readonly temporaryPasswordHash: string | null
  readonly hashToStore: string | null
  readonly failures: number
}

/** Stores in this browser that the password was correct (THREAT-15), and requires a code. */
export const requireCode = async (
  deps: SignInDeps,
  caller: Caller,
  account: Account,
  { kind, hashToStore, failures }: VerifiedPassword,
): Promise<never> => {
  const token = createToken()
  const now = deps.clock()
  const expiresAt = new Date(now.getTime() + challengeMinutes * 60_000)
  const temporaryPasswordHash = kind === 'temporary' ? account.temporaryPasswordHash : null
  caller.note('second factor required')
  await writeTransaction(deps, caller, ({ sql }) =>
    createChallenge(sql, caller, { token, account, temporaryPasswordHash, hashToStore, failures, now, expiresAt }),
  )
  caller.cookies.set('pre', token, challengeMinutes * 60)
  throw new AppError('second_factor_required', undefined, { otp: { code: 'second_factor_required' } })
}

/**
 * Counts one of the five attempts in one statement (THREAT-13).
 * @throws AppError sign_in_stale without a remaining attempt or a correct password in this browser
 */
export const consumeAttempt = async (deps: SignInDeps, caller: Caller): Promise<Challenge> => {
  const row = await countChallengeAttempt(deps.database, caller, deps.clock())
  if (!row) throw new AppError('sign_in_stale')
  return {
    account: parseAccount(row.account),
    temporaryPasswordHash: row.temporary_password_hash,
    hashToStore: row.password_hash_to_store,
    failures: row.failures,
  }
}

/** Of two parallel correct codes, only one opens a session. */
export const endChallenge = async (sql: Queries, caller: Caller): Promise<void> => {
  if (!(await deleteChallenge(sql, caller))) throw new AppError('sign_in_stale')
}
