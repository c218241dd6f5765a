import type { ErrorDetail } from '../error.ts'
import { findLengthError, getMinPasswordLength } from './password.ts'

/** Seconds of one code of an authenticator app. The previous and the next code are accepted too (RFC 6238, 5.2). */
export const stepSeconds = 30

/** Minutes in which a shown secret must be confirmed by a code. */
export const enrolmentMinutes = 15

/** Letters and digits that look different from each other. Each has five bits. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The first letters of the ten recovery codes, which identify them. */
export const recoveryLetters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K'] as const
const recoveryTail = 11

const normalizeCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()

/** Formats a recovery code in three groups. It has 55 random bits, from one byte per character. */
export const formatRecoveryCode = (place: string, random: Uint8Array): string => {
  const tail = [...random.subarray(0, recoveryTail)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return (place + tail).replace(/(.{4})(.{4})(.{4})/, '$1-$2-$3')
}

/** A code of the second factor, in capitals without blanks and hyphens. */
export type SecondFactorCode =
  | { readonly kind: 'app'; readonly code: string }
  | { readonly kind: 'recovery'; readonly place: string; readonly code: string }

const recoveryShape = new RegExp(`^[${recoveryLetters.join('')}][${alphabet}]{${recoveryTail}}$`)

/** Reads a code of the app or a recovery code. Returns undefined for other text. */
export const parseSecondFactorCode = (typed: string): SecondFactorCode | undefined => {
  const code = normalizeCode(typed)
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  return recoveryShape.test(code) ? { kind: 'recovery', place: code.slice(0, 1), code } : undefined
}

/** Reads a code of the app. Returns undefined for other text, including a recovery code. */
export const parseAppCode = (typed: string): string | undefined => {
  const parsed = parseSecondFactorCode(typed)
  return parsed?.kind === 'app' ? parsed.code : undefined
}

/** Returns why a staff user cannot remove the second factor: it is required, or the password is too short (REQ-ACC-02, REQ-ACC-07). */
export const findRemovalError = (required: boolean, password: string): ErrorDetail | undefined => {
  if (required) return { code: 'second_factor_obliged' }
  return findLengthError(password, getMinPasswordLength('user', false))?.code === 'password_too_short'
    ? { code: 'second_factor_carries_password' }
    : undefined
}
