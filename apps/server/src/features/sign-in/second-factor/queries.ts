import type { Caller } from '@registry/api-contract/caller'
import type { Queries } from '@registry/db/connect'
import { recoveryLetters } from '@registry/domain/access/second-factor'
import { maxCodeAttempts } from '@registry/domain/access/sign-in-policy'
import { getSignInName, hashSessionToken, type Account } from '../../../auth/accounts.ts'
import { hashToken } from '../../../auth/tokens.ts'

type Done = { readonly done: boolean }
type ActiveFactor = { readonly confirmed_at: string; readonly codes_left: number }

/** Returns the second factor of the session's account, or undefined without one. */
export const findSessionSecondFactor = async (sql: Queries, caller: Caller): Promise<ActiveFactor | undefined> => {
  const [row] = await sql<ActiveFactor[]>`
    SELECT confirmed_at, codes_left FROM find_session_second_factor(${hashSessionToken(caller)})`
  return row
}

/** Stores an encrypted secret until the person confirms it with a code. */
export const createEnrolment = async (sql: Queries, caller: Caller, encrypted: Uint8Array, expiresAt: string): Promise<void> => {
  await sql`SELECT create_second_factor_enrolment(${hashSessionToken(caller)}, ${encrypted}, ${expiresAt})`
}

/** Returns the encrypted secret of a live enrolment. */
export const findEnrolment = async (sql: Queries, caller: Caller, now: string): Promise<Uint8Array | undefined> => {
  const [enrolment] = await sql<
    { secret: Uint8Array | null }[]
  >`SELECT find_second_factor_enrolment(${hashSessionToken(caller)}, ${now}) AS secret`
  return enrolment?.secret ?? undefined
}

type Confirmation = {
  readonly encrypted: Uint8Array | undefined
  readonly step: number
  readonly now: string
  readonly hashes: readonly string[]
}

/** Turns the enrolment into the second factor of the account. It returns false if the enrolment has expired. */
export const confirmSecondFactor = async (sql: Queries, caller: Caller, confirmation: Confirmation): Promise<boolean> => {
  const { encrypted, step, now, hashes } = confirmation
  const [confirmed] = await sql<Done[]>`
    SELECT confirm_second_factor(${hashSessionToken(caller)}, ${encrypted ?? null}, ${step}, ${now}, ${[...recoveryLetters]}::text[], ${[...hashes]}::text[]) AS done`
  return confirmed?.done ?? false
}

export const replaceRecoveryCodes = async (sql: Queries, caller: Caller, hashes: readonly string[]): Promise<void> => {
  await sql`SELECT renew_recovery_codes(${hashSessionToken(caller)}, ${[...recoveryLetters]}::text[], ${[...hashes]}::text[])`
}

export const deleteSecondFactor = async (sql: Queries, caller: Caller): Promise<void> => {
  await sql`SELECT remove_second_factor(${hashSessionToken(caller)})`
}

export const findEncryptedSecret = async (sql: Queries, account: Account): Promise<Uint8Array | undefined> => {
  const [row] = await sql<{ secret: Uint8Array | null }[]>`SELECT find_second_factor_secret(${getSignInName(account).contact}) AS secret`
  return row?.secret ?? undefined
}

/** Marks a time step as used. It returns false for a used or earlier step. */
export const consumeTimeStep = async (sql: Queries, account: Account, step: number): Promise<boolean> => {
  const [used] = await sql<Done[]>`SELECT use_second_factor_step(${account.id}, ${step}) AS done`
  return used?.done ?? false
}

type RecoveryCodeRow = { readonly id: number; readonly code_hash: string }

export const findRecoveryCode = async (sql: Queries, account: Account, place: string): Promise<RecoveryCodeRow | undefined> => {
  const [row] = await sql<RecoveryCodeRow[]>`
    SELECT id, code_hash FROM find_recovery_code(${getSignInName(account).contact}, ${place})`
  return row
}

/** Marks a recovery code as used. It returns false if it was used before. */
export const consumeStoredCode = async (sql: Queries, account: Account, id: number, now: Date): Promise<boolean> => {
  const [used] = await sql<Done[]>`
    SELECT use_recovery_code(${account.id}, ${id}, ${now.toISOString()}) AS done`
  return used?.done ?? false
}

export const countRecoveryCodes = async (sql: Queries, accountId: number): Promise<number> => {
  const [row] = await sql<{ left: number }[]>`SELECT count_recovery_codes(${accountId}) AS left`
  return row?.left ?? 0
}

const hashChallengeToken = (caller: Caller): Buffer => hashToken(caller.cookies.read('pre') ?? '')

type NewChallenge = {
  readonly token: string
  readonly account: Account
  readonly temporaryPasswordHash: string | null
  readonly hashToStore: string | undefined
  readonly failures: number
  readonly now: Date
  readonly expiresAt: Date
}

/** Stores that the password was correct in this browser. It replaces the browser's earlier challenge. */
export const createChallenge = async (sql: Queries, caller: Caller, challenge: NewChallenge): Promise<void> => {
  const { token, account, temporaryPasswordHash, hashToStore, failures, now, expiresAt } = challenge
  await sql`
    SELECT create_sign_in_challenge(${hashToken(token)}, ${hashChallengeToken(caller)}, ${account.id}, ${temporaryPasswordHash}, ${hashToStore ?? null}, ${failures}, ${now.toISOString()}, ${expiresAt.toISOString()})`
}

type ChallengeRow = {
  readonly temporary_password_hash: string | null
  readonly password_hash_to_store: string | null
  readonly failures: number
  readonly account: unknown
}

/** Counts an attempt and returns the challenge of this browser, in one statement (THREAT-13). */
export const countChallengeAttempt = async (sql: Queries, caller: Caller, now: Date): Promise<ChallengeRow | undefined> => {
  const [row] = await sql<ChallengeRow[]>`
    SELECT temporary_password_hash, password_hash_to_store, failures, account FROM count_challenge_attempt(${hashChallengeToken(caller)}, ${now.toISOString()}, ${maxCodeAttempts})`
  return row
}

/** Ends the challenge of this browser. It returns false if it has ended before. */
export const deleteChallenge = async (sql: Queries, caller: Caller): Promise<boolean> => {
  const [ended] = await sql<Done[]>`SELECT end_sign_in_challenge(${hashChallengeToken(caller)}) AS done`
  return ended?.done ?? false
}
