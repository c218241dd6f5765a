import { expect, test } from 'vitest'
import { messageLimitSettings, parseMessageLimits, smsParts } from './limits.ts'

test('T14: settings become limits; what is missing or no number counts as its default', () => {
  const standard = parseMessageLimits(new Map())
  expect(standard).toMatchObject({
    mobilePrefixes: ['+39'],
    newPatientsPerCentre: Number(messageLimitSettings.new_patients_per_centre_day),
  })
  const slips = new Map([
    ['sms_per_day', 'unlimited'],
    ['mail_per_day', '-1'],
    ['sms_cents_per_30_days', '1e9'],
    ['mobile_prefixes', '+39; +41'],
  ])
  expect(parseMessageLimits(slips)).toEqual(standard)
  const changed = new Map([
    ['sms_per_day', '0'],
    ['sms_per_centre_day', '5'],
    ['mobile_prefixes', '+39, +41'],
  ])
  expect(parseMessageLimits(changed)).toMatchObject({ inAll: { sms: 0 }, perCentre: { sms: 5 }, mobilePrefixes: ['+39', '+41'] })
})

test.each([
  [0, 1],
  [70, 1],
  [71, 2],
  [134, 2],
  [135, 3],
])('an SMS of %i characters is billed as %i parts', (characters, parts) => {
  expect(smsParts(characters)).toBe(parts)
})
