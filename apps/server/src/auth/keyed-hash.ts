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
export type KeyedHash = {
  (purpose: HashPurpose, text: string): Promise<Buffer>
  /** The hashes under all keys, that of the writing key first, to find what an earlier key wrote. */
  all(purpose: HashPurpose, text: string): Promise<readonly Buffer[]>
}

const hash = (key: Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest()

export const createKeyedHash = (secretKey: SecretKey): KeyedHash =>
  Object.assign(async (purpose: HashPurpose, text: string) => hash(await secretKey.derive(`hash of ${purpose}`), text), {
    all: async (purpose: HashPurpose, text: string) => (await secretKey.deriveAll(`hash of ${purpose}`)).map((key) => hash(key, text)),
  })

/** Returns whether one of the keys made a stored hash, in hexadecimal digits. */
export const isHashOf = async (keyedHash: KeyedHash, stored: string, purpose: HashPurpose, text: string): Promise<boolean> =>
  (await keyedHash.all(purpose, text)).some((each) => each.toString('hex') === stored)

const markLength = 8
/** The first digits of a stored hash, the same for all hashes of a key. So those of an earlier key can be counted. */
const markKey = (keys: readonly Buffer[]): readonly string[] => keys.map((key) => key.toString('hex').slice(0, markLength))
const markText = 'mark of the key'

/** Hashes a value that nobody can hash again under a later key. Before the first rotation hashes have no mark. */
export const hashForGood = async (keyedHash: KeyedHash, purpose: HashPurpose, text: string): Promise<string> => {
  const [mark, ...earlier] = markKey(await keyedHash.all(purpose, markText))
  return `${earlier.length > 0 ? mark : ''}${(await keyedHash(purpose, text)).toString('hex')}`
}

/** Lists what `hashForGood` may have stored under each key. */
export const listHashes = async (keyedHash: KeyedHash, purpose: HashPurpose, text: string): Promise<readonly string[]> => {
  const marks = markKey(await keyedHash.all(purpose, markText))
  const hashes = (await keyedHash.all(purpose, text)).map((each) => each.toString('hex'))
  return hashes.flatMap((each, key) => [each, `${marks[key]}${each}`])
}

/** The pattern of what `hashForGood` stores under the writing key, after a rotation. */
export const formatWrittenPattern = async (keyedHash: KeyedHash, purpose: HashPurpose): Promise<string> =>
  `${markKey(await keyedHash.all(purpose, markText))[0]}${'_'.repeat(64)}`
