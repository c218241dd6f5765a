import type { DraftKeys } from '@registry/api-contract/own-sessions'

/** An encrypted text, in the form in which the browser stores it. */
export type Encrypted = { readonly iv: string; readonly data: string }

export type DraftCipher = {
  encrypt(text: string): Promise<Encrypted>
  /** Returns undefined for a text of another account, of an older key, or changed since. */
  decrypt(encrypted: Encrypted): Promise<string | undefined>
}

const toBytes = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** Makes the account's keys usable and unreadable: scripts of the page cannot export them (decision 0034). */
export const createDraftCipher = async ({ current, previous }: DraftKeys): Promise<DraftCipher> => {
  const importKey = (key: string): Promise<CryptoKey> =>
    crypto.subtle.importKey('raw', toBytes(key), 'AES-GCM', false, ['encrypt', 'decrypt'])
  const keys = await Promise.all([importKey(current), importKey(previous)])
  return {
    encrypt: async (text) => {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, keys[0], new TextEncoder().encode(text))
      return { iv: toBase64(iv), data: toBase64(new Uint8Array(data)) }
    },
    decrypt: async ({ iv, data }) => {
      for (const key of keys) {
        try {
          return new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: toBytes(iv) }, key, toBytes(data)))
        } catch {
          // A wrong key: the draft belongs to another account or day.
        }
      }
      return undefined
    },
  }
}
