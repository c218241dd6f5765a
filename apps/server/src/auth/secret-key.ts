import { hkdfSync, randomBytes } from 'node:crypto'
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EnvError, type Env } from '../app/env.ts'

/**
 * The key outside the database (decision 0017). Each purpose derives its own key. During and after a rotation there are several keys, and
 * one of them writes (decision 0057).
 */
export type SecretKey = {
  derive(purpose: string): Promise<Uint8Array>
  /** The derived keys of all keys, that of the writing key first, to read what an earlier key wrote. */
  deriveAll(purpose: string): Promise<readonly Uint8Array[]>
  /** Makes the key with this fingerprint the writing one. @returns false if it is not among the keys */
  writeWith(fingerprint: string): Promise<boolean>
}

/** The fingerprint of a key, from which no key can be computed. */
const fingerprintPurpose = 'fingerprint'
const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Returns the fingerprints of all keys, in the order of `deriveAll`. */
export const listFingerprints = async (secretKey: SecretKey): Promise<readonly string[]> =>
  (await secretKey.deriveAll(fingerprintPurpose)).map(toHex)

const keyBytes = 32

const hasErrorCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code

/** Creates the key file once, readable only by its owner. If two processes start together, the first key stays. */
export const readOrCreateKey = async (dataDir: string, name: 'secret.key' | 'receipt.key'): Promise<string> => {
  const path = join(dataDir, name)
  await mkdir(dataDir, { recursive: true })
  try {
    await writeFile(path, randomBytes(keyBytes).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error
  }
  return (await readFile(path, 'utf8')).trim()
}

/** @throws EnvError when a server with the embedded database never ran here, so that a command makes no key of its own */
export const requireKeyFiles = async ({
  SECRET_KEY,
  RECEIPT_KEY,
  DATA_DIR,
}: Pick<Env, 'SECRET_KEY' | 'RECEIPT_KEY' | 'DATA_DIR'>): Promise<void> => {
  const files = [...(SECRET_KEY ? [] : ['secret.key']), ...(RECEIPT_KEY ? [] : ['receipt.key'])]
  for (const name of files)
    await access(join(DATA_DIR, name)).catch(() => {
      throw new EnvError('DATA_DIR', `has no ${name}: no server with the embedded database ran there`)
    })
}

type GivenKeys = Pick<Env, 'SECRET_KEY' | 'DATA_DIR'> & { readonly SECRET_KEY_PREVIOUS?: Env['SECRET_KEY_PREVIOUS'] }

/** Reads or creates the key at its first use. Until `writeWith`, SECRET_KEY writes. */
export const createSecretKey = ({ SECRET_KEY, SECRET_KEY_PREVIOUS = [], DATA_DIR }: GivenKeys): SecretKey => {
  let keys: Promise<readonly string[]> | undefined
  const derived = new Map<string, Uint8Array>()
  const readKeys = (): Promise<readonly string[]> =>
    (keys ??= (SECRET_KEY === undefined ? readOrCreateKey(DATA_DIR, 'secret.key') : Promise.resolve(SECRET_KEY)).then((key) => [
      key,
      ...SECRET_KEY_PREVIOUS,
    ]))
  const deriveFrom = (secret: string, purpose: string): Uint8Array => {
    const name = `${secret} ${purpose}`
    const key = derived.get(name) ?? new Uint8Array(hkdfSync('sha256', Buffer.from(secret, 'hex'), '', purpose, keyBytes))
    derived.set(name, key)
    return key
  }
  const deriveAll = async (purpose: string): Promise<readonly Uint8Array[]> =>
    (await readKeys()).map((secret) => deriveFrom(secret, purpose))
  return {
    deriveAll,
    derive: async (purpose) => {
      const [writing] = await deriveAll(purpose)
      if (!writing) throw new Error('there is no key')
      return writing
    },
    writeWith: async (fingerprint) => {
      const held = await readKeys()
      const writing = held.find((secret) => toHex(deriveFrom(secret, fingerprintPurpose)) === fingerprint)
      if (writing === undefined) return false
      keys = Promise.resolve([writing, ...held.filter((secret) => secret !== writing)])
      return true
    },
  }
}
