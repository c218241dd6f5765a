import type { Caller } from '@registry/api-contract/caller'
import { challengeMinutes, codeTries } from '@registry/domain/access/sign-in-policy'
import type { Transaction } from '@registry/db/transaction'
import { Refusal } from '@registry/domain/fault'
import { transact } from '../../../edge/operation.ts'
import type { Account } from '../accounts.ts'
import type { Proven } from '../proof.ts'
import { signInRights, withSignInRights } from '../rights.ts'
import type { SignInDeps } from '../sign-in-deps.ts'
import { hashOfToken, newToken } from '../tokens.ts'

/** What a right password left behind in the browser that showed it, until the code comes. */
export type Challenge = {
  readonly accountId: number
  readonly temporaryHash: string | null
  readonly newHash: string | null
  readonly misses: number
}

/** Remembers in this browser alone that the password was right (T15), and says that a code is wanted. */
export const askForCode = async (deps: SignInDeps, by: Caller, account: Account, { proof, hash, misses }: Proven): Promise<never> => {
  const token = newToken()
  const now = deps.clock()
  const expiresAt = new Date(now.getTime() + challengeMinutes * 60_000).toISOString()
  const temporary = proof === 'temporary' ? account.temporaryHash : null
  by.note('second factor asked')
  await transact(deps, by, (tx) =>
    signInRights(tx, async ({ sql }) => {
      await sql`DELETE FROM sign_in_challenge WHERE expires_at < ${now.toISOString()} OR token_hash = ${hashOfToken(by.jar.read('pre') ?? '')}`
      await sql`
        INSERT INTO sign_in_challenge (token_hash, account_id, temporary_hash, new_hash, misses, expires_at)
        VALUES (${hashOfToken(token)}, ${account.id}, ${temporary}, ${hash ?? null}, ${misses}, ${expiresAt})`
    }),
  )
  by.jar.set('pre', token, challengeMinutes * 60)
  throw new Refusal('second_factor_required', undefined, { otp: { code: 'second_factor_required' } })
}

/** Counts one of the five tries in one statement (T13). @throws Refusal sign_in_stale when none is left, or no password was right here */
export const takeTry = async (deps: SignInDeps, by: Caller): Promise<Challenge> => {
  const [row] = await withSignInRights(
    deps.database,
    ({ sql }) => sql<{ account_id: number; temporary_hash: string | null; new_hash: string | null; misses: number }[]>`
      UPDATE sign_in_challenge SET tries = tries + 1
      WHERE token_hash = ${hashOfToken(by.jar.read('pre') ?? '')} AND expires_at > ${deps.clock().toISOString()} AND tries < ${codeTries}
      RETURNING account_id, temporary_hash, new_hash, misses`,
  )
  if (!row) throw new Refusal('sign_in_stale')
  return { accountId: row.account_id, temporaryHash: row.temporary_hash, newHash: row.new_hash, misses: row.misses }
}

/** Ends it: of two right codes at once one opens a session. Needs the rights of the sign-in. */
export const endChallenge = async ({ sql }: Transaction, by: Caller): Promise<void> => {
  const ended = await sql`DELETE FROM sign_in_challenge WHERE token_hash = ${hashOfToken(by.jar.read('pre') ?? '')} RETURNING 1`
  if (ended.length === 0) throw new Refusal('sign_in_stale')
}
