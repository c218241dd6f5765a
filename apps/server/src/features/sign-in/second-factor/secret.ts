/** Binds an encrypted secret to its account, so it does not decrypt in another row. */
export const formatEncryptionContext = (accountId: number): string => `account ${accountId}`
