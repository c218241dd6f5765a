import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from './env.ts'

/**
 * Keeps secrets that must be read again, under a key that is not in the database (decision 0017). `about` says whose the secret
 * is: sealed for one account it does not open for another.
 */
export type Sealing = {
  seal(secret: string, about: string): Promise<Uint8Array>
  /** @throws when it was sealed with another key, for somebody else, or was changed */
  open(sealed: Uint8Array, about: string): Promise<string>
}

const cipher = 'aes-256-gcm'
const [nonceBytes, tagBytes, keyBytes] = [12, 16, 32]

const isKnown = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code

/** Made once and kept beside the data, readable by its owner alone; of two processes that begin at once the first one's stays. */
const keyOfOwnMaking = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, 'secret.key')
  await mkdir(dataDir, { recursive: true })
  try {
    await writeFile(path, randomBytes(keyBytes).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!isKnown(error, 'EEXIST')) throw error
  }
  return (await readFile(path, 'utf8')).trim()
}

/** Nothing is read or made before the first secret is sealed or opened. */
export const createSealing = ({ SECRET_KEY, DATA_DIR }: Pick<Env, 'SECRET_KEY' | 'DATA_DIR'>): Sealing => {
  let made: Promise<Uint8Array> | undefined
  const key = (): Promise<Uint8Array> => {
    made ??= (SECRET_KEY === undefined ? keyOfOwnMaking(DATA_DIR) : Promise.resolve(SECRET_KEY)).then(
      (text) => new Uint8Array(hkdfSync('sha256', Buffer.from(text, 'hex'), '', 'second factor', keyBytes)),
    )
    return made
  }
  return {
    seal: async (secret, about) => {
      const nonce = randomBytes(nonceBytes)
      const sealer = createCipheriv(cipher, await key(), nonce).setAAD(Buffer.from(about))
      const text = Buffer.concat([sealer.update(secret, 'utf8'), sealer.final()])
      return Buffer.concat([nonce, sealer.getAuthTag(), text])
    },
    open: async (sealed, about) => {
      const bytes = Buffer.from(sealed)
      const opener = createDecipheriv(cipher, await key(), bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([opener.update(bytes.subarray(nonceBytes + tagBytes)), opener.final()]).toString('utf8')
    },
  }
}
