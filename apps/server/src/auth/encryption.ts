import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { SecretKey } from './secret-key.ts'

/**
 * Encrypts secrets under a key outside the database (decision 0017). `about` binds a secret to its account: no other account can decrypt
 * it.
 */
export type Encryption = {
  encrypt(secret: string, about: string): Promise<Uint8Array>
  /** @throws when no key or another `about` encrypted it, or the text was changed */
  decrypt(encrypted: Uint8Array, about: string): Promise<string>
  /** Encrypts under the writing key what an earlier key encrypted. @returns undefined for what the writing key encrypted */
  renew(encrypted: Uint8Array, about: string): Promise<Uint8Array | undefined>
  /** Hashes an identifier that must not appear in counters and logs. Without the key the hash cannot be reversed. */
  hashIdentifier(text: string): Promise<Buffer>
}

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

const purpose = 'second factor'

const encryptWith = (key: Uint8Array, secret: string, about: string): Uint8Array => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(about))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** @throws when the key or `about` differs, or the text was changed */
const decryptWith = (key: Uint8Array, encrypted: Uint8Array, about: string): string => {
  const bytes = Buffer.from(encrypted)
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(about))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
}

export const createEncryption = (secretKey: SecretKey): Encryption => {
  const open = async (encrypted: Uint8Array, about: string) => {
    const failures: unknown[] = []
    for (const [position, key] of (await secretKey.deriveAll(purpose)).entries()) {
      try {
        return { secret: decryptWith(key, encrypted, about), isOld: position > 0 }
      } catch (error) {
        failures.push(error)
      }
    }
    throw new Error('no key decrypts it', { cause: failures[0] })
  }
  const encrypt = async (secret: string, about: string): Promise<Uint8Array> => encryptWith(await secretKey.derive(purpose), secret, about)
  return {
    hashIdentifier: async (text) =>
      createHmac('sha256', await secretKey.derive('marks of names'))
        .update(text)
        .digest(),
    encrypt,
    decrypt: async (encrypted, about) => (await open(encrypted, about)).secret,
    renew: async (encrypted, about) => {
      const { secret, isOld } = await open(encrypted, about)
      return isOld ? encrypt(secret, about) : undefined
    },
  }
}
