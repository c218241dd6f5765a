import type { Database } from '@registry/db/connect'

export type SignInSettings = {
  readonly otp_minute_duration: string | undefined
  readonly password_min_strength: number
  readonly password_day_duration: number
  readonly staff_totp_required: boolean
}

const parseNumber = (text: string | undefined, standard: number): number => {
  const number = Number(text ?? Number.NaN)
  return Number.isFinite(number) ? number : standard
}

/** Each use reads the settings, so a change applies immediately in every process. */
export const readSettings = async (database: Database): Promise<SignInSettings> => {
  const rows = await database<{ key: string; value: string }[]>`
    SELECT key, value FROM setting WHERE key IN ('otp_minute_duration', 'password_min_strength', 'password_day_duration', 'staff_totp_required')`
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  return {
    otp_minute_duration: values.get('otp_minute_duration'),
    password_min_strength: Math.min(Math.max(parseNumber(values.get('password_min_strength'), 3), 0), 4),
    password_day_duration: Math.max(parseNumber(values.get('password_day_duration'), 0), 0),
    staff_totp_required: values.get('staff_totp_required') === 'true',
  }
}

const dayMs = 86_400_000

/** Whether the password is older than the setting allows. 0 days means no limit (REQ-ACC-08). */
export const isPasswordTooOld = (changedAt: string | null, { password_day_duration: days }: SignInSettings, now: Date): boolean =>
  days > 0 && changedAt !== null && now.getTime() - Date.parse(changedAt) > days * dayMs
