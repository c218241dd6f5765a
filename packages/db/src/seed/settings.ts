import { notificationLimitSettings } from '@registry/domain/messages/limits'
import type { Database } from '../connect.ts'

/** The keys of the global configuration and what they are until somebody changes them (D5, D6). */
export const defaultSettings = {
  password_day_duration: '0',
  password_min_strength: '3',
  otp_minute_duration: '5',
  staff_totp_required: 'false',
  ...notificationLimitSettings,
} as const

/** What an installation begins with where that differs; what is there already stays. */
export type FirstSettings = Partial<Record<keyof typeof defaultSettings, string>>

export const seedSettings = async (database: Database, first: FirstSettings = {}): Promise<void> => {
  const rows = Object.entries({ ...defaultSettings, ...first }).map(([key, value]) => ({ key, value }))
  await database`INSERT INTO setting ${database(rows)} ON CONFLICT DO NOTHING`
}
