export const communicationListAddress = '/comunicazioni'

/** Replaces the number in the address of a communication that is not saved yet. */
export const newCommunicationId = '__new__'

export const communicationAddress = (id: number | typeof newCommunicationId): string => `/comunicazione/${id}`

/** Returns the number of a communication in an address; undefined for a text that is none. */
export const parseCommunicationId = (text: string): number | undefined => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined)
