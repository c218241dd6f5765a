import { createHmac } from 'node:crypto'
import type { SecretKey } from './secret-key.ts'

/** Each purpose has its own key, so two purposes never give the same hash. */
export type HashPurpose =
  | 'set of patients'
  | 'numbers of a summary'
  | 'imported file'
  | 'withdrawn person'
  | 'draft key'
  | 'receipt patient'
  | 'receipt ledger entry'
  | 'receipt key'
  | 'recall code'

/**
 * Hashes under a key outside the database. A plain hash of few possible values, such as a tax code, can be reversed from a database copy
 * (REQ-PAT-06, REQ-CON-08).
 * Several texts are hashed as one text without separators.
 */
export type KeyedHash = (purpose: HashPurpose, ...texts: readonly string[]) => Promise<Buffer>

export const createKeyedHash =
  (secretKey: SecretKey): KeyedHash =>
  async (purpose, ...texts) => {
    const hash = createHmac('sha256', await secretKey.derive(`hash of ${purpose}`))
    for (const text of texts) hash.update(text)
    return hash.digest()
  }
