import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
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
  /** The mark under which a text is counted and logged where the text itself may not stand; without the key nobody can guess it back. */
  mark(text: string): Promise<Buffer>
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

/** Nothing is read or made before the first secret is sealed, opened or marked. */
export const createSealing = ({ SECRET_KEY, DATA_DIR }: Pick<Env, 'SECRET_KEY' | 'DATA_DIR'>): Sealing => {
  let made: Promise<Keys> | undefined
  const keys = (): Promise<Keys> => {
    made ??= (SECRET_KEY === undefined ? keyOfOwnMaking(DATA_DIR) : Promise.resolve(SECRET_KEY)).then((text) => ({
      seal: deriveKey(text, 'second factor'),
      mark: deriveKey(text, 'marks of names'),
    }))
    return made
  }
  return {
    mark: async (text) =>
      createHmac('sha256', (await keys()).mark)
        .update(text)
        .digest(),
    seal: async (secret, about) => {
      const nonce = randomBytes(nonceBytes)
      const sealer = createCipheriv(cipher, (await keys()).seal, nonce).setAAD(Buffer.from(about))
      const text = Buffer.concat([sealer.update(secret, 'utf8'), sealer.final()])
      return Buffer.concat([nonce, sealer.getAuthTag(), text])
    },
    open: async (sealed, about) => {
      const bytes = Buffer.from(sealed)
      const opener = createDecipheriv(cipher, (await keys()).seal, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([opener.update(bytes.subarray(nonceBytes + tagBytes)), opener.final()]).toString('utf8')
    },
  }
}

type Keys = Readonly<Record<'seal' | 'mark', Uint8Array>>

/** One key for each use, so that none says anything of another. */
const deriveKey = (text: string, use: string): Uint8Array => new Uint8Array(hkdfSync('sha256', Buffer.from(text, 'hex'), '', use, keyBytes))
