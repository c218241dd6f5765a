import type { AddressRateLimit, RateLimit } from './sign-in-policy.ts'

/** Messages with receipts to one patient, who could otherwise exhaust the messages of the centre (THREAT-14). */
export const receiptMailLimit: RateLimit = { attempts: 5, seconds: 24 * 3600 }

/** Verifications from one address. A code has 140 random bits, so this limits load and not guesses (THREAT-53). */
export const verificationLimits: readonly AddressRateLimit[] = [
  { attempts: 30, seconds: 60 },
  { attempts: 300, seconds: 3600, block: 'network' },
]
