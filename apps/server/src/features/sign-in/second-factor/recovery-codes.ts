import { randomBytes } from 'node:crypto'
import { formatRecoveryCode, recoveryLetters } from '@registry/domain/access/second-factor'
import type { Deps } from '../../../deps.ts'

type NewCodes = { readonly shown: readonly string[]; readonly hashes: readonly string[] }

/** Creates ten codes with argon2 hashes, because 55 bits are too few for a plain hash (decision 0017). */
export const createRecoveryCodes = async ({ hashing }: Pick<Deps, 'hashing'>): Promise<NewCodes> => {
  const shown = recoveryLetters.map((place) => formatRecoveryCode(place, randomBytes(11)))
  const hashes: string[] = []
  for (const code of shown) hashes.push(await hashing.hashSecret(code.replaceAll('-', '')))
  return { shown, hashes }
}
