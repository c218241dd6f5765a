import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { z } from 'zod'
import type { Env } from '../app/env.ts'
import { formatJwsHeader, formatSigningInput } from './receipt-signature.ts'
import { readOrCreateKey } from './secret-key.ts'

/** The key that signs receipts. `kid` is the thumbprint of the public key (RFC 7638). */
export type ReceiptKey = {
  readPublicKey(): Promise<{ readonly kid: string; readonly publicKey: string }>
  /** Returns a detached JWS over the bytes. Ed25519 gives the same signature for the same bytes. */
  sign(payload: Uint8Array): Promise<string>
}

/** The bytes before the 32 private bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

const PublicJwk = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() })

const loadKey = (privateHex: string) => {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, Buffer.from(privateHex, 'hex')]), format: 'der', type: 'pkcs8' })
  const { kty, crv, x } = PublicJwk.parse(createPublicKey(key).export({ format: 'jwk' }))
  const kid = createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url')
  return { key, kid, publicKey: x }
}

/** Reads or creates the key at its first use. */
export const createReceiptKey = ({ RECEIPT_KEY, DATA_DIR }: Pick<Env, 'RECEIPT_KEY' | 'DATA_DIR'>): ReceiptKey => {
  let known: Promise<ReturnType<typeof loadKey>> | undefined
  const read = (): Promise<ReturnType<typeof loadKey>> =>
    (known ??= (RECEIPT_KEY === undefined ? readOrCreateKey(DATA_DIR, 'receipt.key') : Promise.resolve(RECEIPT_KEY)).then(loadKey))
  return {
    readPublicKey: async () => {
      const { kid, publicKey } = await read()
      return { kid, publicKey }
    },
    sign: async (payload) => {
      const { key, kid } = await read()
      const header = formatJwsHeader(kid)
      return `${header}..${sign(null, formatSigningInput(header, payload), key).toString('base64url')}`
    },
  }
}
