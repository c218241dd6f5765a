import type { Caller } from '@registry/api-contract/caller'
import type { Queries } from '@registry/db/connect'
import { absoluteMs, sessionsPerAccount } from '@registry/domain/access/sign-in-policy'
import { AppError } from '@registry/domain/error'
import { sessionHash, type Account } from '../../auth/accounts.ts'
import { hashOfToken, newToken } from '../../auth/tokens.ts'

type Opening = { readonly account: Account; readonly restricted: boolean; readonly now: Date }

/**
 * Opens a session and answers its token, to be put into the cookie when the transaction has committed. The session that the
 * browser had before ends, so nobody can have prepared it (T08).
 */
export const openSession = async (sql: Queries, caller: Caller, { account, restricted, now }: Opening): Promise<string> => {
  const token = newToken()
  const lasts = restricted ? absoluteMs.restricted : absoluteMs[account.person.kind === 'staff' ? 'user' : 'patient']
  const endsAt = new Date(now.getTime() + lasts).toISOString()
  await sql`
    SELECT open_session(${account.id}, ${hashOfToken(token)}, ${sessionHash(caller)}, ${caller.site}, ${restricted}, ${now.toISOString()}, ${endsAt},
      ${caller.userAgent.slice(0, 255)}, ${caller.host}, ${sessionsPerAccount})`
  return token
}

/** Ends the session of a token. */
export const endSession = async (sql: Queries, token: string): Promise<void> => {
  await sql`SELECT end_session(${hashOfToken(token)})`
}

/**
 * After a change of rights: the session at hand gets a new token, to be put into the cookie when the transaction has committed,
 * and the person's others end (D6, T08). @throws Refusal session_required
 */
export const renewSession = async (sql: Queries, caller: Caller): Promise<string> => {
  const token = newToken()
  const [renewed] = await sql<{ done: boolean }[]>`SELECT renew_session(${sessionHash(caller)}, ${hashOfToken(token)}) AS done`
  if (!renewed?.done) throw new AppError('session_required')
  return token
}
