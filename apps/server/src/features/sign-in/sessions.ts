import type { Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import { absoluteMs, sessionsPerAccount } from '@registry/domain/access/sign-in-policy'
import { Refusal } from '@registry/domain/fault'
import type { Account } from './accounts.ts'
import { hashOfToken, newToken } from './tokens.ts'

type Opening = { readonly account: Account; readonly restricted: boolean; readonly now: Date }

/**
 * Opens a session and answers its token, to be put into the cookie when the transaction has committed. The session that the
 * browser had before ends, so nobody can have prepared it (T08). Needs the rights of the sign-in.
 */
export const openSession = async ({ sql }: Transaction, by: Caller, { account, restricted, now }: Opening): Promise<string> => {
  const token = newToken()
  const lasts = restricted ? absoluteMs.restricted : absoluteMs[account.person.kind === 'staff' ? 'user' : 'patient']
  const endsAt = new Date(now.getTime() + lasts).toISOString()
  const at = now.toISOString()
  await endSession({ sql }, by.jar.read('sid'))
  await sql`
    INSERT INTO session (token_hash, account_id, site, restricted, created_at, last_seen_at, proven_at, ends_at, user_agent, from_host)
    VALUES (${hashOfToken(token)}, ${account.id}, ${by.site}, ${restricted}, ${at}, ${at}, ${at}, ${endsAt}, ${by.userAgent.slice(0, 255)}, ${by.host})`
  await sql`
    DELETE FROM session WHERE token_hash IN (
      SELECT token_hash FROM session WHERE account_id = ${account.id} ORDER BY created_at DESC, token_hash OFFSET ${sessionsPerAccount})`
  return token
}

/** Ends the session of a token, and says whether there was one. Needs the rights of the sign-in. */
export const endSession = async ({ sql }: Pick<Transaction, 'sql'>, token: string | undefined): Promise<boolean> => {
  if (token === undefined) return false
  const ended = await sql`DELETE FROM session WHERE token_hash = ${hashOfToken(token)} RETURNING 1`
  return ended.length > 0
}

/** Whose session is at hand. Needs the rights of the sign-in. @throws Refusal session_required */
export const sessionAccount = async ({ sql }: Transaction, by: Caller): Promise<number> => {
  const [row] = await sql<
    { account_id: number }[]
  >`SELECT account_id FROM session WHERE token_hash = ${hashOfToken(by.jar.read('sid') ?? '')}`
  if (!row) throw new Refusal('session_required')
  return row.account_id
}

/**
 * After a change of rights: the session at hand gets a new token, to be put into the cookie when the transaction has committed,
 * and the person's others end (D6, T08). Needs the rights of the sign-in.
 */
export const renewSession = async ({ sql }: Transaction, by: Caller, accountId: number): Promise<string> => {
  const token = newToken()
  const renewed =
    await sql`UPDATE session SET token_hash = ${hashOfToken(token)} WHERE token_hash = ${hashOfToken(by.jar.read('sid') ?? '')} RETURNING 1`
  if (renewed.length === 0) throw new Refusal('session_required')
  await sql`DELETE FROM session WHERE account_id = ${accountId} AND token_hash <> ${hashOfToken(token)}`
  return token
}
