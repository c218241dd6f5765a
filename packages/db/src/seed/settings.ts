import { followUpSettings } from '@registry/domain/indicators/indicators'
import { notificationLimitSettings } from '@registry/domain/messages/limits'
import type { Database } from '../connect.ts'

/** The keys and default values of the global configuration (REQ-ADM-08). */
export const defaultSettings = {
  password_day_duration: '0',
  password_min_strength: '3',
  otp_minute_duration: '5',
  staff_totp_required: 'false',
  anonymous_publish_days: '30',
  ...notificationLimitSettings,
  ...followUpSettings,
} as const

/** Initial values of an installation that differ from the defaults. Existing values stay. */
export type FirstSettings = Partial<Record<keyof typeof defaultSettings, string>>

export const seedSettings = async (database: Database, first: FirstSettings = {}): Promise<void> => {
  const rows = Object.entries({ ...defaultSettings, ...first }).map(([key, value]) => ({ key, value }))
  await database`INSERT INTO setting ${database(rows)} ON CONFLICT DO NOTHING`
}
