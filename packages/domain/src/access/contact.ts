import type { ErrorCode } from '../error-messages.ts'

/** True when what was typed is meant as an e-mail address, and not as a mobile number (spec 1, section 5). */
export const isEmailContact = (contact: string): boolean => contact.includes('@')

/** Why what a patient typed cannot be a sign-in contact (spec 1, section 5); the same rule on screen and on the server. */
export const findContactError = (typed: string): ErrorCode | undefined => {
  const contact = typed.trim()
  if (contact === '') return 'contact_required'
  if (isEmailContact(contact)) return contact.length < 6 ? 'contact_wrong' : undefined
  return contact.length < 7 || !/^[3+]/.test(contact) ? 'mobile_wrong' : undefined
}

/** E-mail addresses are kept and compared without blanks around and in lower case (D5). */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()
