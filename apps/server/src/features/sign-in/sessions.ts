import type { Caller } from '@registry/api-contract/caller'
import type { Queries } from '@registry/db/connect'
import { maxSessionMs, sessionsPerAccount } from '@registry/domain/access/sign-in-policy'
import { AppError } from '@registry/domain/error'
import { hashSessionToken, type Account } from '../../auth/accounts.ts'
import { hashToken, createToken } from '../../auth/tokens.ts'

type SessionOptions = { readonly account: Account; readonly restricted: boolean; readonly now: Date }

/**
 * Opens a session and returns its token for the cookie after the commit. The previous session of the browser ends, which prevents session
 * fixation (THREAT-08).
 */
export const openSession = async (sql: Queries, caller: Caller, { account, restricted, now }: SessionOptions): Promise<string> => {
  const token = createToken()
  const durationMs = restricted ? maxSessionMs.restricted : maxSessionMs[account.person.kind === 'staff' ? 'user' : 'patient']
  const endsAt = new Date(now.getTime() + durationMs).toISOString()
  await sql`
    SELECT open_session(${account.id}, ${hashToken(token)}, ${hashSessionToken(caller)}, ${caller.site}, ${restricted}, ${now.toISOString()}, ${endsAt},
      ${caller.userAgent.slice(0, 255)}, ${caller.host}, ${sessionsPerAccount})`
  return token
}

export const endSession = async (sql: Queries, token: string): Promise<void> => {
  await sql`SELECT end_session(${hashToken(token)})`
}

/**
 * Gives the session a new token after a change of rights, for the cookie after the commit. The person's other sessions end
 * (REQ-ACC-16, THREAT-08).
 * @throws AppError session_required
 */
export const renewSession = async (sql: Queries, caller: Caller): Promise<string> => {
  const token = createToken()
  const [renewed] = await sql<{ done: boolean }[]>`SELECT renew_session(${hashSessionToken(caller)}, ${hashToken(token)}) AS done`
  if (!renewed?.done) throw new AppError('session_required')
  return token
}
