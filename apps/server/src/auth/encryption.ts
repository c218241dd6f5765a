import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { SecretKey } from './secret-key.ts'

/**
 * Encrypts secrets under a key outside the database (decision 0017). `about` binds a secret to its account: no other account can decrypt
 * it.
 */
export type Encryption = {
  encrypt(secret: string, about: string): Promise<Uint8Array>
  /** @throws when the key or `about` differs, or the text was changed */
  decrypt(encrypted: Uint8Array, about: string): Promise<string>
  /** Hashes an identifier that must not appear in counters and logs. Without the key the hash cannot be reversed. */
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
