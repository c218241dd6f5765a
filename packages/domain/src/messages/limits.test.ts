import { expect, test } from 'vitest'
import { notificationLimitSettings, parseNotificationLimits } from './limits.ts'

test('THREAT-14: settings become limits, and an invalid or missing setting becomes its default', () => {
  const standard = parseNotificationLimits(new Map())
  expect(standard).toMatchObject({
    mobilePrefixes: ['+39'],
    newPatientsPerCentre: Number(notificationLimitSettings.new_patients_per_centre_day),
  })
  const slips = new Map([
    ['sms_per_day', 'unlimited'],
    ['mail_per_day', '-1'],
    ['sms_cents_per_30_days', '1e9'],
    ['mobile_prefixes', '+39; +41'],
  ])
  expect(parseNotificationLimits(slips)).toEqual(standard)
  const changed = new Map([
    ['sms_per_day', '0'],
    ['sms_per_centre_day', '5'],
    ['mobile_prefixes', '+39, +41'],
  ])
  expect(parseNotificationLimits(changed)).toMatchObject({ inAll: { sms: 0 }, perCentre: { sms: 5 }, mobilePrefixes: ['+39', '+41'] })
})

test('THREAT-14: each setting sets the limit of its name', () => {
  const names = Object.keys(notificationLimitSettings).filter((name) => name !== 'mobile_prefixes')
  expect(parseNotificationLimits(new Map(names.map((name, index) => [name, String(index + 11)])))).toEqual({
    mobilePrefixes: ['+39'],
    newPatientsPerCentre: 11,
    newPatientsAlarmPerCentre: 12,
    smsInvitationsPerCentre: 13,
    perCentre: { sms: 14, mail: 15 },
    inAll: { sms: 16, mail: 17 },
    smsPartCents: 18,
    smsCentsPer30Days: 19,
  })
})

test('THREAT-14: prefixes have one to four digits', () => {
  expect(parseNotificationLimits(new Map([['mobile_prefixes', '+1,+39,+420,+1684']])).mobilePrefixes).toEqual([
    '+1',
    '+39',
    '+420',
    '+1684',
  ])
})

test.each(['+39, 41', '+39, +01', '+39, +12345', '+39, +4a', '+39,', 'x+39'])('THREAT-14: %j is not a list of prefixes', (prefixes) => {
  expect(parseNotificationLimits(new Map([['mobile_prefixes', prefixes]])).mobilePrefixes).toEqual(['+39'])
})

test.each(['10x', 'x10', '1234567890', ''])('THREAT-14: %j is not a number of messages', (text) => {
  expect(parseNotificationLimits(new Map([['sms_per_day', text]])).inAll.sms).toBe(3000)
})
