export const userListAddress = '/utenti'

/** Replaces the number in the address of a user that is not saved yet. */
export const newUserId = '__new__'

export const userAddress = (id: number | typeof newUserId): string => `/utente/${id}`

/** Returns the number of a user in an address; undefined for a text that is none. */
export const parseUserId = (text: string): number | undefined => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined)
