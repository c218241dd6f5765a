import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** 256 random bits as 43 characters that need no quoting in cookies and links (REQ-ACC-16, REQ-PAT-08). */
export const createToken = (): string => randomBytes(32).toString('base64url')

/** Letters and digits that are hard to confuse when copied from a mail. */
const legibleCharacters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'

/** A temporary password has 20 random characters, 116 bits (REQ-ACC-11). */
export const createTemporaryPassword = (): string =>
  Array.from({ length: 20 }, () => legibleCharacters[randomInt(legibleCharacters.length)]).join('')

/** The database stores only hashes of tokens. A plain hash is enough for 256 random bits. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Hashes a one-time code with the token of its browser. The database has only the token's hash, so a copy of it does not reveal the code
 * (REQ-ACC-05).
 */
export const hashCode = (code: string, browserToken: string, salt: Buffer): Buffer =>
  createHmac('sha256', Buffer.concat([Buffer.from(browserToken), salt]))
    .update(code)
    .digest()

export const constantTimeEqual = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b)
