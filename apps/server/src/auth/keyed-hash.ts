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
  | 'deletion request code'
  | 'account'

/**
 * Hashes under a key outside the database. A plain hash of few possible values, such as a tax code, can be reversed from a database copy
 * (REQ-PAT-06, REQ-CON-08).
 */
export type KeyedHash = (purpose: HashPurpose, text: string) => Promise<Buffer>

export const createKeyedHash =
  (secretKey: SecretKey): KeyedHash =>
  async (purpose, text) =>
    createHmac('sha256', await secretKey.derive(`hash of ${purpose}`))
      .update(text)
      .digest()
