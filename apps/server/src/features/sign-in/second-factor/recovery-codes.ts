import { randomBytes } from 'node:crypto'
import { recoveryCodeOf, recoveryPlaces } from '@registry/domain/access/second-factor'
import type { Transaction } from '@registry/db/transaction'
import type { Deps } from '../../../deps.ts'

type NewCodes = { readonly shown: readonly string[]; readonly hashes: readonly string[] }

/** Ten codes with their hashes: argon2, since 55 bits are too few for a plain one (ASVS 6.5.2). */
export const newRecoveryCodes = async ({ hashing }: Pick<Deps, 'hashing'>): Promise<NewCodes> => {
  const shown = recoveryPlaces.map((place) => recoveryCodeOf(place, randomBytes(11)))
  const hashes: string[] = []
  for (const code of shown) hashes.push(await hashing.hashSecret(code.replaceAll('-', '')))
  return { shown, hashes }
}

/** Puts new codes in the place of the old ones. Needs the rights of the sign-in. */
export const keepRecoveryCodes = async ({ sql }: Transaction, accountId: number, hashes: readonly string[]): Promise<void> => {
  await sql`DELETE FROM recovery_code WHERE account_id = ${accountId}`
  await sql`
    INSERT INTO recovery_code (account_id, place, code_hash)
    SELECT ${accountId}, place, code_hash FROM unnest(${[...recoveryPlaces]}::text[], ${[...hashes]}::text[]) AS code (place, code_hash)`
}

/** How many are left. Needs the rights of the sign-in. */
export const recoveryCodesLeft = async ({ sql }: Transaction, accountId: number): Promise<number> => {
  const [row] = await sql<{ left: number }[]>`
    SELECT count(*) AS left FROM recovery_code WHERE account_id = ${accountId} AND used_at IS NULL`
  return row?.left ?? 0
}
