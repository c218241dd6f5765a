import { hkdfSync, randomBytes } from 'node:crypto'
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EnvError, type Env } from '../app/env.ts'

/** The key outside the database (decision 0017). Each purpose derives its own key. */
export type SecretKey = { derive(purpose: string): Promise<Uint8Array> }

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

/** Reads or creates the key at its first use. */
export const createSecretKey = ({ SECRET_KEY, DATA_DIR }: Pick<Env, 'SECRET_KEY' | 'DATA_DIR'>): SecretKey => {
  let known: Promise<string> | undefined
  const derived = new Map<string, Uint8Array>()
  return {
    derive: async (purpose) => {
      known ??= SECRET_KEY === undefined ? readOrCreateKey(DATA_DIR, 'secret.key') : Promise.resolve(SECRET_KEY)
      const key = derived.get(purpose) ?? new Uint8Array(hkdfSync('sha256', Buffer.from(await known, 'hex'), '', purpose, keyBytes))
      derived.set(purpose, key)
      return key
    },
  }
}
