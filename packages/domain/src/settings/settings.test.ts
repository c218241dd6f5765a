import { expect, test } from 'vitest'
import { findSettingError, settingKeys, type SettingKey } from './settings.ts'

const accepted: Readonly<Record<SettingKey, readonly string[]>> = {
  password_day_duration: ['0', '1', '3650'],
  password_min_strength: ['0', '4'],
  otp_minute_duration: ['1', '10'],
  anonymous_publish_days: ['0', '30', '365'],
  guardian_signatures: ['1', '2'],
  assent_age: ['0', '12', '18'],
  assent_blocks: ['true', 'false'],
  majority_grace_days: ['0', '365'],
  minor_sees_record_age: ['0', '18'],
  guardian_sees_from_14: ['all', 'none'],
  record_delay_days: ['0', '7', '30'],
  observation_difference_percent: ['0', '20', '100'],
  staff_totp_required: ['true', 'false'],
}
const rejected: Readonly<Record<SettingKey, readonly string[]>> = {
  password_day_duration: ['', '-1', '3651', '1.5', '1e3', ' 5', '99999'],
  password_min_strength: ['', '5', 'x'],
  otp_minute_duration: ['', '0', '11'],
  anonymous_publish_days: ['', '-1', '366', '1.5'],
  guardian_signatures: ['', '0', '3'],
  assent_age: ['', '-1', '19'],
  assent_blocks: ['', 'yes'],
  majority_grace_days: ['', '366'],
  minor_sees_record_age: ['', '19'],
  guardian_sees_from_14: ['', 'some', 'ALL'],
  record_delay_days: ['', '-1', '31', '1.5'],
  observation_difference_percent: ['', '-1', '101', '12.5'],
  staff_totp_required: ['', 'yes', 'TRUE', '1'],
}

test.each(settingKeys)('REQ-ADM-14: %s accepts its limits and rejects one beyond', (key) => {
  for (const value of accepted[key]) expect(findSettingError(key, value), value).toBeUndefined()
  for (const value of rejected[key]) expect(findSettingError(key, value), value).toBeDefined()
})

test('REQ-ADM-14: a number outside gets its limits, an empty one is required', () => {
  expect(findSettingError('otp_minute_duration', '11')).toEqual({ code: 'setting_wrong', params: { min: 1, max: 10 } })
  expect(findSettingError('otp_minute_duration', ' ')).toEqual({ code: 'field_required' })
})
