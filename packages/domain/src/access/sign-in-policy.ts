/** At most `attempts` in any period of `seconds`. */
export type RateLimit = { readonly attempts: number; readonly seconds: number }

/** A limit for the block of a household, or of its network. */
export type AddressRateLimit = RateLimit & { readonly block?: 'network' }

/** The limits that a demonstration widens. */
export type SignInLimits = {
  /** Sign-in attempts from one address and from one network, for all names together (REQ-ACC-10). */
  readonly perAddress: readonly AddressRateLimit[]
  /** Code requests for one contact from one address, and codes sent to one account (REQ-ACC-06). */
  readonly codes: readonly RateLimit[]
}

export const signInLimits: SignInLimits = {
  perAddress: [
    { attempts: 20, seconds: 60 },
    { attempts: 100, seconds: 3600 },
    { attempts: 300, seconds: 3600, block: 'network' },
  ],
  codes: [
    { attempts: 1, seconds: 60 },
    { attempts: 3, seconds: 15 * 60 },
    { attempts: 10, seconds: 24 * 3600 },
  ],
}

/** In a demonstration all people share one address and sign in often. */
export const demoSignInLimits: SignInLimits = { perAddress: [{ attempts: 600, seconds: 60 }], codes: [{ attempts: 5, seconds: 5 }] }

export const selectSignInLimits = (isDemo: boolean): SignInLimits => (isDemo ? demoSignInLimits : signInLimits)

/** A code has six digits and five attempts (REQ-ACC-03, REQ-ACC-05). */
export const codeDigits = 6
export const maxCodeAttempts = 5

/** The minutes after a one-time code in which a session reads the patient's record (REQ-PAT-26). */
export const recordCodeMinutes = 10

/** Returns the validity of a code in minutes: the setting `otp_minute_duration` from 1 to 10, or 5 without a number (REQ-ACC-05). */
export const parseCodeMinutes = (setting: unknown): number => {
  const minutes = Number(setting ?? Number.NaN)
  return Number.isFinite(minutes) ? Math.min(Math.max(Math.trunc(minutes), 1), 10) : 5
}

/** Returns the delay in seconds after consecutive failures: none before the fifth, then 1, 2, 4 … up to 15 minutes (REQ-ACC-10). */
export const calculateDelay = (failures: number): number => (failures < 5 ? 0 : Math.min(2 ** (failures - 5), 15 * 60))

/** Consecutive failures after which only a new password by mail helps (NIST 800-63B: 100). */
export const maxFailures = 100

/** Days for which a device or an address stays known after a success (REQ-ACC-10, REQ-IMP-10). */
export const knownOriginDays = 30

/** Wrong passwords of one centre from one address, and from one address for all centres (REQ-IMP-10). Successes do not count. */
export const centreLimits = {
  perCentre: { attempts: 10, seconds: 3600 },
  perAddress: { attempts: 60, seconds: 3600 },
} as const satisfies Record<string, RateLimit>

/** Failures before a success from which the person is notified (ASVS 6.3.5). */
export const minReportedFailures = 10

/** Absolute limits of sessions in milliseconds (REQ-ACC-16). A restricted session, which only chooses a password, lasts 30 minutes. */
export const maxSessionMs = { user: 12 * 3_600_000, patient: 24 * 3_600_000, restricted: 30 * 60_000 } as const

/** Maximum of sessions of one account. A further one ends the oldest (THREAT-21). */
export const sessionsPerAccount = 5

/** Validity of an invitation's link in days (REQ-PAT-08). */
export const invitationDays = 7

/** Days in which the holder of a previous contact can undo its change (REQ-PAT-20). */
export const contactUndoDays = 7

/** Days in which the holder of a contact can confirm the centre's correction (REQ-PAT-24). */
export const contactCorrectionDays = 7

/** Corrections of the contact of one patient, each of which sends messages (THREAT-14). */
export const contactCorrectionLimit: RateLimit = { attempts: 5, seconds: 24 * 3600 }

/** Days after which an unanswered registration ends (REQ-PAT-04). */
export const unansweredDays = 90

/** Limit of resets of one account, and of requests for one name from one address (THREAT-16). */
export const resetLimit: RateLimit = { attempts: 3, seconds: 3600 }

/** Limit of resets of one number by SMS, because each costs money (THREAT-14). */
export const smsResetLimit: RateLimit = { attempts: 3, seconds: 24 * 3600 }

/** Validity in minutes of a patient's reset link (REQ-ACC-12) and of a staff user's temporary password (REQ-ACC-11). */
export const resetMinutes = 30
export const temporaryMinutes = 60

/** Minutes in which the second factor must follow a staff user's correct password. */
export const challengeMinutes = 10

/** Milliseconds after which irreversible actions require the password again (REQ-ACC-21). */
export const reauthenticationMs = 10 * 60_000
