import type { ErrorDetail } from '../error.ts'

/** Maximum length of a password, in characters (REQ-ACC-07). */
export const maxPasswordLength = 128

/** Number of last passwords that an account cannot reuse, with the current one (REQ-ACC-08). */
export const passwordsRemembered = 5

/** Returns the minimum length in characters (REQ-ACC-07). The code of patients counts as a second factor. */
export const getMinPasswordLength = (mode: 'patient' | 'user', hasSecondFactor: boolean): number =>
  mode === 'patient' || hasSecondFactor ? 10 : 15

/** Counts the characters of the normal form. A character outside the basic plane counts once. */
export const countCharacters = (password: string): number => [...password.normalize('NFKC')].length

/** Returns the error of a password that is too long or too short, if it is. `minimum` is in characters. */
export const findLengthError = (password: string, minimum: number): ErrorDetail | undefined => {
  const length = countCharacters(password)
  if (length > maxPasswordLength) return { code: 'password_too_long' }
  return length < minimum ? { code: 'password_too_short', params: { minimum } } : undefined
}

/** Returns the error of an e-CRF password. Old programs send short ones, so there is no minimum (docs/policies.md). */
export const findCentrePasswordError = (password: string): ErrorDetail | undefined => findLengthError(password, 1)

/** Returns the error of an e-CRF password in the form. Its length is that of a password without a second factor. */
export const findTypedCentrePasswordError = (password: string): ErrorDetail | undefined =>
  findLengthError(password, getMinPasswordLength('user', false))

/** Input of the change-password form. `old` is absent in a restricted session. */
export type TypedPasswords = { readonly old?: string; readonly new: string; readonly confirmation: string }

/** Returns the first error of a change of password, in the order of the form (REQ-ACC-14). */
export const findPasswordChangeError = (typed: TypedPasswords, minimum: number): ErrorDetail | undefined => {
  if (typed.new === '') return { code: 'password_required' }
  if (typed.old !== undefined && typed.old.normalize('NFKC') === typed.new.normalize('NFKC')) return { code: 'password_same' }
  if (typed.new !== typed.confirmation) return { code: 'passwords_differ' }
  return findLengthError(typed.new, minimum)
}
