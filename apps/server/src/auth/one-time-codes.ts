import { randomBytes } from 'node:crypto'
import { generate, generateSecret } from 'otplib'
import type { CodeSent } from '@registry/api-contract/sign-in'
import type { Queries } from '@registry/db/connect'
import type { Transaction } from '@registry/db/transaction'
import { isEmailContact } from '@registry/domain/access/contact'
import { codeDigits, maxCodeAttempts, type RateLimit } from '@registry/domain/access/sign-in-policy'
import { AppError } from '@registry/domain/error'
import type { SignInNotice } from '@registry/domain/messages/sign-in'
import type { Deps } from '../app/deps.ts'
import { hashSessionToken, type Account } from './accounts.ts'
import { sendNotice } from './notices.ts'
import { formatItalianTime } from '../shared/day.ts'
import { constantTimeEqual, hashCode, hashToken } from './tokens.ts'
import type { Caller } from '@registry/api-contract/caller'

type Done = { readonly done: boolean }

/** A code that a signed-in person enters: for a new contact, or to open the patient's record. */
type SessionCodePurpose = 'contact' | 'record'

type CodeRequest = {
  /** The code goes to `sendTo`, which for a new contact is not that of the account. */
  readonly account: Account
  readonly purpose: 'sign_in' | SessionCodePurpose
  /** The token of the browser or session that may use the code. */
  readonly token: string
  /** The subject of the code, in addition to the token. A code for one contact confirms no other (THREAT-18). */
  readonly subject?: string
  readonly minutes: number
  readonly limits: readonly RateLimit[]
}

/** Describes a code that was sent to the contact: its channel, and the seconds until the next request (REQ-ACC-06). */
export const describeSentCode = (contact: string, validMinutes: number, [shortest]: readonly RateLimit[]): CodeSent => ({
  channel: isEmailContact(contact) ? 'mail' : 'sms',
  againInSeconds: shortest ? Math.ceil(shortest.seconds / shortest.attempts) : 0,
  validMinutes,
})

/** A code belongs to its token and its subject, so the database has neither the code nor the contact (REQ-ACC-05). */
export const hashOneTimeCode = (code: string, token: string, salt: Buffer, subject = ''): Buffer =>
  hashCode(subject === '' ? code : `${code} ${subject}`, token, salt)

const notices = { sign_in: 'code', contact: 'contactCode', record: 'recordCode' } as const satisfies Record<
  CodeRequest['purpose'],
  SignInNotice
>

/** Sends the only live code of the account for a purpose. Returns 0, or the seconds to wait above a limit (REQ-ACC-06, THREAT-14). */
export const sendOneTimeCode = async (
  deps: Pick<Deps, 'clock' | 'env' | 'messages' | 'outbox'>,
  tx: Transaction,
  { account, purpose, token, subject, minutes, limits }: CodeRequest,
): Promise<number> => {
  const now = deps.clock()
  const expiresAt = new Date(now.getTime() + minutes * 60_000)
  const code = await generate({ secret: generateSecret(), strategy: 'hotp', counter: 0, digits: codeDigits })
  const salt = randomBytes(16)
  const since = limits.map(({ seconds }) => new Date(now.getTime() - seconds * 1000).toISOString())
  const most = limits.map(({ attempts }) => attempts)
  const [stored] = await tx.sql<{ wait: number }[]>`
    SELECT create_one_time_code(${account.id}, ${purpose}, ${hashToken(token)}, ${hashOneTimeCode(code, token, salt, subject)}, ${salt},
      ${now.toISOString()}, ${expiresAt.toISOString()}, ${since}::text[]::timestamptz[], ${most}::integer[]) AS wait`
  if (!stored) throw new Error('the database did not say whether it stored a code')
  if (stored.wait > 0) return stored.wait
  const host = new URL(deps.env.MYCONSENT_ORIGIN).hostname
  await sendNotice(deps, tx, account, notices[purpose], { code, minutes, host, time: formatItalianTime(now) }, expiresAt)
  return 0
}

type CodeAttempt = { readonly id: number; readonly code_hash: Buffer; readonly salt: Buffer }
type SignInAttempt = CodeAttempt & { readonly account: unknown }

/** Counts an attempt and returns the live code of this browser, in one statement (THREAT-13). */
export const countCodeAttempt = async (
  sql: Queries,
  contact: string,
  browserToken: string,
  now: Date,
): Promise<SignInAttempt | undefined> => {
  const [attempt] = await sql<SignInAttempt[]>`
    SELECT id, code_hash, salt, account FROM count_code_attempt(${contact}, ${hashToken(browserToken)}, ${now.toISOString()}, ${maxCodeAttempts})`
  return attempt
}

/** Counts an attempt and returns the live code that this session requested, in one statement (THREAT-13). */
export const countSessionCodeAttempt = async (
  sql: Queries,
  caller: Caller,
  purpose: SessionCodePurpose,
  now: Date,
): Promise<CodeAttempt | undefined> => {
  const [attempt] = await sql<CodeAttempt[]>`
    SELECT id, code_hash, salt
    FROM count_session_code_attempt(${hashSessionToken(caller)}, ${purpose}, ${now.toISOString()}, ${maxCodeAttempts})`
  return attempt
}

type TypedCode = { readonly otp: string; readonly token: string; readonly subject?: string }

/**
 * Checks a typed code against the live one of its attempt.
 * @throws AppError code_superseded with the time of the newer code, otherwise code_refused
 */
export const requireLiveCode = async (sql: Queries, attempt: CodeAttempt, { otp, token, subject = '' }: TypedCode): Promise<void> => {
  const isCode = ({ code_hash, salt }: Pick<CodeAttempt, 'code_hash' | 'salt'>): boolean =>
    constantTimeEqual(code_hash, hashOneTimeCode(otp, token, salt, subject))
  if (isCode(attempt)) return
  const older = await sql<(Pick<CodeAttempt, 'code_hash' | 'salt'> & { readonly replaced_at: string })[]>`
    SELECT code_hash, salt, replaced_at FROM list_superseded_codes(${attempt.id}, ${hashToken(token)})`
  const found = older.find(isCode)
  throw found ? new AppError('code_superseded', { time: formatItalianTime(new Date(found.replaced_at)) }) : new AppError('code_refused')
}

/** Marks a code as used. It returns false if the code was used before. */
export const consumeOneTimeCode = async (sql: Queries, codeId: number, token: string, now: Date): Promise<boolean> => {
  const [used] = await sql<Done[]>`SELECT use_one_time_code(${codeId}, ${hashToken(token)}, ${now.toISOString()}) AS done`
  return used?.done ?? false
}

/** Notes that a session entered a code. It serves the patient's record for ten minutes (REQ-PAT-26). */
export const recordCodeCheck = async (sql: Queries, token: string, now: Date): Promise<void> => {
  await sql`SELECT record_code_check(${hashToken(token)}, ${now.toISOString()})`
}
