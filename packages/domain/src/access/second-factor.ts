import type { ErrorDetail } from '../error.ts'
import { findLengthError, passwordMin } from './password.ts'

/** A code of an authenticator app holds for so long; the one before and the one after are taken too (RFC 6238, 5.2). */
export const stepSeconds = 30

/** Minutes in which a shown secret must be confirmed by a code. */
export const offerMinutes = 15

/** Letters and digits that nobody takes for one another; five bits each. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The first letters of the ten recovery codes: each says which one it is. */
export const recoveryLetters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K'] as const
const recoveryTail = 11

const normalizeCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()

/** One recovery code: its place and 55 bits of chance, given as one byte a letter; in groups, as it is shown. */
export const formatRecoveryCode = (place: string, chance: Uint8Array): string => {
  const tail = [...chance.subarray(0, recoveryTail)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return (place + tail).replace(/(.{4})(.{4})(.{4})/, '$1-$2-$3')
}

/** What somebody typed as second factor; blanks, hyphens and small letters do not matter. */
export type SecondFactorCode =
  | { readonly kind: 'app'; readonly code: string }
  | { readonly kind: 'recovery'; readonly place: string; readonly code: string }

const recoveryShape = new RegExp(`^[${recoveryLetters.join('')}][${alphabet}]{${recoveryTail}}$`)

/** Reads a code of the app or a recovery code; undefined for what can be neither. */
export const parseSecondFactorCode = (typed: string): SecondFactorCode | undefined => {
  const code = normalizeCode(typed)
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  return recoveryShape.test(code) ? { kind: 'recovery', place: code.slice(0, 1), code } : undefined
}

/** The same, where only a code of the app will do. */
export const parseAppCode = (typed: string): string | undefined => {
  const read = parseSecondFactorCode(typed)
  return read?.kind === 'app' ? read.code : undefined
}

/** Why a staff user may not give the second factor up: everybody must have one, or the password is too short to stand alone (D6). */
export const findRemovalError = (required: boolean, password: string): ErrorDetail | undefined => {
  if (required) return { code: 'second_factor_obliged' }
  return findLengthError(password, passwordMin('user', false))?.code === 'password_too_short'
    ? { code: 'second_factor_carries_password' }
    : undefined
}
