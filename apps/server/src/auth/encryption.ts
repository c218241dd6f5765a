import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { SecretKey } from './secret-key.ts'

/**
 * Keeps secrets that must be read again, under a key that is not in the database (decision 0017). `about` says whose the secret
 * is: sealed for one account it does not open for another.
 */
export type Encryption = {
  encrypt(secret: string, about: string): Promise<Uint8Array>
  /** @throws when it was sealed with another key, for somebody else, or was changed */
  decrypt(encrypted: Uint8Array, about: string): Promise<string>
  /** The mark under which a text is counted and logged where the text itself may not stand; without the key nobody can guess it back. */
  hashIdentifier(text: string): Promise<Buffer>
}

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

export const createEncryption = (secretKey: SecretKey): Encryption => {
  const key = (): Promise<Uint8Array> => secretKey.derive('second factor')
  return {
    hashIdentifier: async (text) =>
      createHmac('sha256', await secretKey.derive('marks of names'))
        .update(text)
        .digest(),
    encrypt: async (secret, about) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, await key(), nonce).setAAD(Buffer.from(about))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text])
    },
    decrypt: async (encrypted, about) => {
      const bytes = Buffer.from(encrypted)
      const decipher = createDecipheriv(algorithm, await key(), bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
    },
  }
}
