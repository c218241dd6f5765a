/** For whom a secret is sealed: it does not open in another account's row. */
export const formatEncryptionContext = (accountId: number): string => `account ${accountId}`
