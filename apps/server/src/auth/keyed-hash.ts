import { createHmac } from 'node:crypto'
import type { SecretKey } from './secret-key.ts'

/** What is hashed: two purposes never give the same hash. */
export type HashPurpose = 'set of patients' | 'imported file' | 'withdrawn person'

/**
 * Hashes under a key that is not in the database. A plain hash of few possible values is the value itself to whoever has a copy of the
 * database: the number of a patient, a file of one row, a tax code (D5, D8).
 */
export type KeyedHash = (purpose: HashPurpose, text: string) => Promise<Buffer>

export const createKeyedHash =
  (secretKey: SecretKey): KeyedHash =>
  async (purpose, text) =>
    createHmac('sha256', await secretKey.derive(`hash of ${purpose}`))
      .update(text)
      .digest()
