import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { SecretKey } from './secret-key.ts'

/** Encrypts bytes for one purpose under a key outside the database (decision 0017). `about` binds them to their row: no other decrypts them. */
export type Cipher = {
  encrypt(plain: Uint8Array, about: string): Promise<Uint8Array>
  /** @throws when no key or another `about` encrypted it, or the bytes were changed */
  decrypt(encrypted: Uint8Array, about: string): Promise<Buffer>
  /** Encrypts under the writing key what an earlier key encrypted. @returns undefined for what the writing key encrypted */
  renew(encrypted: Uint8Array, about: string): Promise<Uint8Array | undefined>
}

/** Encrypts the secrets of authenticator apps and the scans of signed forms. */
export type Encryption = {
  encrypt(secret: string, about: string): Promise<Uint8Array>
  /** @throws when no key or another `about` encrypted it, or the text was changed */
  decrypt(encrypted: Uint8Array, about: string): Promise<string>
  readonly renew: Cipher['renew']
  readonly scans: Cipher
  /** Hashes an identifier that must not appear in counters and logs. Without the key the hash cannot be reversed. */
  hashIdentifier(text: string): Promise<Buffer>
}

const algorithm = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]

const encryptWith = (key: Uint8Array, plain: Uint8Array, about: string): Uint8Array => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(about))
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
}

/** @throws when the key or `about` differs, or the bytes were changed */
const decryptWith = (key: Uint8Array, encrypted: Uint8Array, about: string): Buffer => {
  const bytes = Buffer.from(encrypted)
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(about))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()])
}

const createCipher = (secretKey: SecretKey, purpose: string): Cipher => {
  const open = async (encrypted: Uint8Array, about: string) => {
    const failures: unknown[] = []
    for (const [position, key] of (await secretKey.deriveAll(purpose)).entries()) {
      try {
        return { plain: decryptWith(key, encrypted, about), isOld: position > 0 }
      } catch (error) {
        failures.push(error)
      }
    }
    throw new Error('no key decrypts it', { cause: failures[0] })
  }
  const encrypt = async (plain: Uint8Array, about: string): Promise<Uint8Array> =>
    encryptWith(await secretKey.derive(purpose), plain, about)
  return {
    encrypt,
    decrypt: async (encrypted, about) => (await open(encrypted, about)).plain,
    renew: async (encrypted, about) => {
      const { plain, isOld } = await open(encrypted, about)
      return isOld ? encrypt(plain, about) : undefined
    },
  }
}

export const createEncryption = (secretKey: SecretKey): Encryption => {
  const secrets = createCipher(secretKey, 'second factor')
  return {
    hashIdentifier: async (text) =>
      createHmac('sha256', await secretKey.derive('marks of names'))
        .update(text)
        .digest(),
    encrypt: (secret, about) => secrets.encrypt(Buffer.from(secret), about),
    decrypt: async (encrypted, about) => (await secrets.decrypt(encrypted, about)).toString('utf8'),
    renew: secrets.renew,
    scans: createCipher(secretKey, 'scans of consents'),
  }
}
