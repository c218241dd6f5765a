import type { Transaction } from '@registry/db/transaction'
import type { Deps } from '../app/deps.ts'
import type { Account } from './accounts.ts'
import { hashToken, constantTimeEqual } from './tokens.ts'

/** A password that the person chose, or a temporary one from a mail. */
export type PasswordKind = 'password' | 'temporary'

/** A correct password: its kind, the hash to store, and the failures before it. */
export type VerifiedPassword = { readonly kind: PasswordKind; readonly hashToStore: string | undefined; readonly failures: number }

type Needs = Pick<Deps, 'hashing' | 'clock'>

/**
 * A temporary password has 116 random bits, so a plain hash is safe and cheap. It consists of letters and digits. Copying a mail can add
 * blanks and line breaks.
 */
export const hashTemporaryPassword = (password: string): string =>
  hashToken(password.replaceAll(/[\s\u200b-\u200d\u2060\ufeff]/g, '')).toString('hex')

/** Checks the temporary password. It has 116 random bits, so it needs no limit of attempts. */
export const isTemporaryPassword = ({ temporaryPasswordHash, temporaryPasswordUntil }: Account, password: string, now: Date): boolean =>
  temporaryPasswordHash !== null &&
  temporaryPasswordUntil !== null &&
  now.getTime() < Date.parse(temporaryPasswordUntil) &&
  constantTimeEqual(Buffer.from(temporaryPasswordHash), Buffer.from(hashTemporaryPassword(password)))

/** Returns the account when the password is correct. The cost is the same without an account. */
export const verifyPassword = async (
  { hashing }: Pick<Needs, 'hashing'>,
  account: Account | undefined,
  password: string,
): Promise<Account | undefined> => ((await hashing.verifySecret(account?.passwordHash ?? undefined, password)) ? account : undefined)

/** Hashes the password again when the stored hash uses outdated parameters. */
export const rehashPassword = async (
  { hashing }: Pick<Needs, 'hashing'>,
  account: Account,
  password: string,
): Promise<string | undefined> =>
  account.passwordHash !== null && hashing.isOutdated(account.passwordHash) ? hashing.hashSecret(password) : undefined

/**
 * Consumes a temporary password and replaces the old one (REQ-ACC-11). Both stay in the history, so neither can be chosen again. Returns
 * false when another call consumed it first.
 */
export const consumeTemporaryPassword = async ({ sql }: Transaction, account: Account, hashOfUsed: string): Promise<boolean> => {
  const [used] = await sql<
    { done: boolean }[]
  >`SELECT use_temporary_password(${account.id}, ${account.temporaryPasswordHash}, ${hashOfUsed}) AS done`
  return used?.done ?? false
}
