import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { SecretKey } from './secret-key.ts'

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
const [nonceBytes, tagBytes] = [12, 16]

export const createSealing = (secretKey: SecretKey): Sealing => {
  const key = (): Promise<Uint8Array> => secretKey.derive('second factor')
  return {
    mark: async (text) =>
      createHmac('sha256', await secretKey.derive('marks of names'))
        .update(text)
        .digest(),
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
