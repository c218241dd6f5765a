import type { ErrorDetail } from '../error.ts'

/**
 * The settings that a GlobalAdmin changes on screen, with their limits (REQ-ADM-08, REQ-ADM-14). A constraint of the database has the same
 * limits. The limits of notifications are settings too: an operator changes those.
 */
export const settingLimits = {
  /** Days after which a password must be changed; 0 is never. */
  password_day_duration: { min: 0, max: 3650 },
  /** The least strength of a new password, by zxcvbn. */
  password_min_strength: { min: 0, max: 4 },
  /** Minutes for which a sign-in code is valid. */
  otp_minute_duration: { min: 1, max: 10 },
  /** Days between two publications of anonymous records; 0 publishes after each withdrawal (REQ-CON-08). */
  anonymous_publish_days: { min: 0, max: 365 },
  /** The number of guardians who must sign. 2 applies only if the record names two. */
  guardian_signatures: { min: 1, max: 2 },
  /** The age from which a minor is asked for assent. */
  assent_age: { min: 0, max: 18 },
  /** Whether a minor's No prevents a guardian's Yes. */
  assent_blocks: 'flag',
  /** Days after the 18th birthday until the answers of guardians lapse. */
  majority_grace_days: { min: 0, max: 365 },
  /** The age from which a minor with an account sees the record. */
  minor_sees_record_age: { min: 0, max: 18 },
  /** The part of the record that a guardian sees from the patient's 14th birthday. */
  guardian_sees_from_14: ['all', 'none'],
  /** For how many days patients do not read new clinical values; at most the month of GDPR art. 12(3) (REQ-PAT-31). */
  record_delay_days: { min: 0, max: 30 },
  /** The percent by which a reported statistic may differ from the computed one (RULE-39). */
  observation_difference_percent: { min: 0, max: 100 },
  /** Whether all staff need an authenticator app. */
  staff_totp_required: 'flag',
} as const satisfies Readonly<Record<string, { readonly min: number; readonly max: number } | readonly string[] | 'flag'>>

export type SettingKey = keyof typeof settingLimits
const isKey = (name: string): name is SettingKey => Object.hasOwn(settingLimits, name)
export const settingKeys: readonly SettingKey[] = Object.keys(settingLimits).filter(isKey)

/** Returns why a value of a setting is rejected. Values are texts, as the database stores them. */
export const findSettingError = (key: SettingKey, value: string): ErrorDetail | undefined => {
  const limits = settingLimits[key]
  if (limits === 'flag') return value === 'true' || value === 'false' ? undefined : { code: 'field_wrong' }
  if (value.trim() === '') return { code: 'field_required' }
  if (!('min' in limits)) return limits.some((option) => option === value) ? undefined : { code: 'field_wrong' }
  const number = /^\d{1,4}$/.test(value) ? Number(value) : undefined
  return number !== undefined && number >= limits.min && number <= limits.max ? undefined : { code: 'setting_wrong', params: limits }
}
