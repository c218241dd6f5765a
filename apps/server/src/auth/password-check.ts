import type { Transaction } from '@registry/db/transaction'
import type { Deps } from '../deps.ts'
import type { Account } from './accounts.ts'
import { hashToken, constantTimeEqual } from './tokens.ts'

/** By what somebody proved who they are: the password they chose, or a temporary one that was mailed to them (D6). */
export type PasswordKind = 'password' | 'temporary'

/** A right password: what it was, the hash to keep of it if any, and the misses before it. */
export type VerifiedPassword = { readonly kind: PasswordKind; readonly newHash: string | undefined; readonly failures: number }

type Needs = Pick<Deps, 'hashing' | 'clock'>

/** How a temporary password is kept: it is 20 random characters, so a plain hash does, and a try costs no second argon2. */
export const hashTemporaryPassword = (password: string): string => hashToken(password).toString('hex')

/** Whether a password is the live temporary one: 20 random characters, so it needs no limit of tries. */
export const isTemporaryPassword = ({ temporaryHash, temporaryUntil }: Account, password: string, now: Date): boolean =>
  temporaryHash !== null &&
  temporaryUntil !== null &&
  now.getTime() < Date.parse(temporaryUntil) &&
  constantTimeEqual(Buffer.from(temporaryHash), Buffer.from(hashTemporaryPassword(password)))

/** The account when the password is its own; looked at always at the same cost, account or none. */
export const verifyPassword = async (
  { hashing }: Pick<Needs, 'hashing'>,
  account: Account | undefined,
  password: string,
): Promise<Account | undefined> => ((await hashing.verifySecret(account?.passwordHash ?? undefined, password)) ? account : undefined)

/** The hash with today's parameters, where the stored one was made with others; the password is at hand only now. */
export const rehashPassword = async (
  { hashing }: Pick<Needs, 'hashing'>,
  account: Account,
  password: string,
): Promise<string | undefined> =>
  account.passwordHash !== null && hashing.isOutdated(account.passwordHash) ? hashing.hashSecret(password) : undefined

/**
 * Uses a temporary password up, and with it the old one (D6). Both stay in the history, so that neither can be chosen again.
 * Answers false when somebody else used it in the meantime.
 */
export const consumeTemporaryPassword = async ({ sql }: Transaction, account: Account, hashOfUsed: string): Promise<boolean> => {
  const [used] = await sql<
    { done: boolean }[]
  >`SELECT use_temporary_password(${account.id}, ${account.temporaryHash}, ${hashOfUsed}) AS done`
  return used?.done ?? false
}
