import type { ErrorDetail } from '../error.ts'

/** Longest password accepted, in characters (D6). */
export const passwordMax = 128

/** How many of the last passwords of an account cannot be chosen again, the present one among them (D6). */
export const passwordsRemembered = 5

/** Shortest password accepted, in characters: staff 15, or 10 beside a second factor; patients, whose code is one, 10 (D6). */
export const passwordMin = (mode: 'patient' | 'user', hasSecondFactor: boolean): number => (mode === 'patient' || hasSecondFactor ? 10 : 15)

/** Counts as people do: a letter outside the basic plane is one character. */
export const countCharacters = (password: string): number => [...password.normalize('NFKC')].length

/** Why a new password is refused for its length, if it is. The bound is in characters. */
export const findLengthError = (password: string, minimum: number): ErrorDetail | undefined => {
  const length = countCharacters(password)
  if (length > passwordMax) return { code: 'password_too_long' }
  return length < minimum ? { code: 'password_too_short', params: { minimum } } : undefined
}

/** What a person typed into the change-password form; `old` is absent in a session that may only choose a password (D6). */
export type TypedPasswords = { readonly old?: string; readonly new: string; readonly confirmation: string }

/** Why a change of password is refused before it is sent (spec 1, section 5), in the order in which the form says it. */
export const findPasswordChangeError = (typed: TypedPasswords, minimum: number): ErrorDetail | undefined => {
  if (typed.new === '') return { code: 'password_required' }
  if (typed.old !== undefined && typed.old.normalize('NFKC') === typed.new.normalize('NFKC')) return { code: 'password_same' }
  if (typed.new !== typed.confirmation) return { code: 'passwords_differ' }
  return findLengthError(typed.new, minimum)
}
