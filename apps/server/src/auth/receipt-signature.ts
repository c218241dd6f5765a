import { createPublicKey, verify } from 'node:crypto'

/** The protected header of a detached JWS with unencoded payload (RFC 7515 appendix F, RFC 7797). */
export const formatJwsHeader = (kid: string): string =>
  Buffer.from(JSON.stringify({ alg: 'EdDSA', b64: false, crit: ['b64'], kid })).toString('base64url')

export const formatSigningInput = (header: string, payload: Uint8Array): Buffer => Buffer.concat([Buffer.from(`${header}.`), payload])

/** The public keys by kid, each as the `x` of its JWK. */
export type PublicKeys = ReadonlyMap<string, string>

/** Whether the detached JWS is a signature of these bytes by a known key, in the form of `sign`. */
export const isSignedBy = (keys: PublicKeys, jws: string, payload: Uint8Array): boolean => {
  const [header = '', , signature = ''] = jws.split('.')
  const known = [...keys].find(([kid]) => formatJwsHeader(kid) === header)
  const bytes = Buffer.from(signature, 'base64url')
  // A decoder ignores the unused bits of the last character, so another character would pass.
  if (!known || `${header}..${bytes.toString('base64url')}` !== jws) return false
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: known[1] }, format: 'jwk' })
  return verify(null, formatSigningInput(header, payload), key, bytes)
}
