import { cleanText } from '../text.ts'
import type { SignInErrorCode } from './sign-in-errors.ts'

/** Whether the contact is an e-mail address and not a mobile number. */
export const isEmailContact = (contact: string): boolean => contact.includes('@')

/** Returns the error of a patient's sign-in contact, if it has one (REQ-ACC-04). Screen and server use the same rule. */
export const findContactError = (input: string): SignInErrorCode | undefined => {
  const contact = cleanText(input)
  if (contact === '') return 'contact_required'
  if (isEmailContact(contact)) return contact.length < 6 ? 'contact_wrong' : undefined
  return contact.length < 7 || !/^(?:[3+]|00)/.test(contact) ? 'mobile_wrong' : undefined
}

/** Whether a text has the form of an e-mail address. */
export const isAddress = (email: string): boolean => email.length >= 6 && /^[^@\s]+@[^@\s]+$/.test(email)

/** Whether a text can be a telephone number: 5 to 15 digits, with a + before them and the usual separators. */
export const isTelephone = (text: string): boolean => /^\+?\d[\d ./()-]{3,28}\d$/.test(text) && /^(\D*\d){5,15}\D*$/.test(text)

/** Returns an e-mail address as it is stored and compared: lower case, without the point that ends a sentence. */
export const normalizeEmail = (email: string): string => cleanText(email).toLowerCase().replace(/\.+$/, '')

/** Shows a contact to a bystander: its holder recognises it, and nobody else learns it. */
export const shortenContact = (contact: string): string =>
  isEmailContact(contact) ? `${contact.slice(0, 1)}…${contact.slice(contact.indexOf('@'))}` : `…${contact.slice(-3)}`
