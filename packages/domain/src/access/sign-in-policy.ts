/** At most `tries` in any `seconds`. */
export type RateLimit = { readonly attempts: number; readonly seconds: number }

/** A bound of one household's address, or of its whole neighbourhood. */
export type AddressRateLimit = RateLimit & { readonly of?: 'network' }

/** The bounds of the sign-in that a demonstration may widen. */
export type SignInLimits = {
  /** Tries to sign in from one address and from one network, whatever the name (security.md 4.3). */
  readonly perAddress: readonly AddressRateLimit[]
  /** Codes asked for one contact from one address, and codes really sent to one account (D6). */
  readonly codes: readonly RateLimit[]
}

export const signInLimits: SignInLimits = {
  perAddress: [
    { attempts: 20, seconds: 60 },
    { attempts: 100, seconds: 3600 },
    { attempts: 300, seconds: 3600, of: 'network' },
  ],
  codes: [
    { attempts: 1, seconds: 60 },
    { attempts: 3, seconds: 15 * 60 },
    { attempts: 10, seconds: 24 * 3600 },
  ],
}

/** In a demonstration everybody comes from one address and signs in again and again. */
export const demoSignInLimits: SignInLimits = { perAddress: [{ attempts: 600, seconds: 60 }], codes: [{ attempts: 5, seconds: 5 }] }

/** Six digits, five tries each (D6). */
export const codeDigits = 6
export const maxCodeAttempts = 5

/** Minutes for which a code holds: the setting `otp_minute_duration` within 1 and 10; 5 where there is no number (D6). */
export const codeMinutes = (setting: unknown): number => {
  const minutes = Number(setting ?? Number.NaN)
  return Number.isFinite(minutes) ? Math.min(Math.max(Math.trunc(minutes), 1), 10) : 5
}

/** Seconds to wait after so many misses in a row: none before the fifth, then 1, 2, 4 … up to 15 minutes (D6). */
export const calculateDelay = (failures: number): number => (failures < 5 ? 0 : Math.min(2 ** (failures - 5), 15 * 60))

/** After so many misses in a row no further password is looked at: only a new one, by mail, helps (NIST 800-63B: 100). */
export const maxFailures = 100

/** Days for which a device or an address that succeeded stays known (D3; security.md 5.4). */
export const knownOriginDays = 30

/** Wrong passwords of one centre from one address, and of one address whatever the centre (D3). Successes do not count. */
export const centreLimits = {
  perCentre: { attempts: 10, seconds: 3600 },
  perAddress: { attempts: 60, seconds: 3600 },
} as const satisfies Record<string, RateLimit>

/** Misses before a success from which the person is told of them (ASVS 6.3.5). */
export const minReportedFailures = 10

/** How long sessions last in all, in milliseconds (D6): 12 hours for staff, 24 for patients, 30 minutes to choose a password. Unused ones end after 8 hours, by the database's clock. */
export const maxSessionMs = { user: 12 * 3_600_000, patient: 24 * 3_600_000, restricted: 30 * 60_000 } as const

/** Sessions that one account may have at a time; opening one more ends the oldest (security.md 4.7). */
export const sessionsPerAccount = 5

/** Days for which an invitation's link holds (D5). */
export const invitationDays = 7

/** Days after which a registration that nobody answered ends (D5). */
export const unansweredDays = 90

/** Forgotten passwords of one account, and asked for under one name from one address (security.md 4.4). */
export const resetLimit: RateLimit = { attempts: 3, seconds: 3600 }

/** Minutes for which a patient's link to a new password holds, and a staff user's temporary password (D6). */
export const resetMinutes = 30
export const temporaryMinutes = 60

/** Minutes in which the code must follow a staff user's right password. */
export const challengeMinutes = 10

/** For how long a proof of who one is holds before an act that cannot be undone (D6). */
export const reauthenticationMs = 10 * 60_000
