import type { AddressRateLimit, RateLimit } from '../access/sign-in-policy.ts'

/** Tests of communications of one person (THREAT-14). */
export const communicationTestLimit: RateLimit = { attempts: 20, seconds: 3600 }

/** Ends of newsletters from one network. Mail providers post for many readers. A secret has 244 random bits, so this limits load only. */
export const unsubscribeLimit: AddressRateLimit = { attempts: 600, seconds: 60, block: 'network' }
