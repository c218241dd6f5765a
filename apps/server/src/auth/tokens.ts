import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** 256 random bits as 43 characters that need no quoting in cookies and links (D5, D6). */
export const createToken = (): string => randomBytes(32).toString('base64url')

/** Letters and digits that nobody takes for another one when they copy them from a mail. */
const legibleCharacters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'

/** A temporary password: 20 random characters, 116 bits (D6). */
export const createTemporaryPassword = (): string =>
  Array.from({ length: 20 }, () => legibleCharacters[randomInt(legibleCharacters.length)]).join('')

/** How tokens are kept: a copy of the table opens no session and no link. A plain hash is enough for 256 random bits. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * How a sent code is kept: keyed with the token of the browser that asked for it, which the database knows only as a hash,
 * so that a copy of the table does not give the million possible codes away (security.md 4.5).
 */
export const hashCode = (code: string, browserToken: string, salt: Buffer): Buffer =>
  createHmac('sha256', Buffer.concat([Buffer.from(browserToken), salt]))
    .update(code)
    .digest()

export const constantTimeEqual = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b)
