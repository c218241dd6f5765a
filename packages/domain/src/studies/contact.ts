import { isAddress, isEmailContact, isTelephone } from '../access/contact.ts'

/** Whether a text can be the contact of a study team: an e-mail address or a telephone number. */
export const isStudyContact = (contact: string): boolean => (isEmailContact(contact) ? isAddress(contact) : isTelephone(contact))

/** The address that writes to the contact of a study team, or calls it. */
export const buildContactLink = (contact: string): string =>
  isEmailContact(contact) ? `mailto:${contact}` : `tel:${contact.replaceAll(/[^\d+]/g, '')}`
