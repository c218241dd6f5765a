/** The name in the header, the same in both languages. */
export const productTitle = 'MyConsent'
