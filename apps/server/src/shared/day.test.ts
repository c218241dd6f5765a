import { expect, test } from 'vitest'
import { formatItalianDay } from './day.ts'

test.each([
  ['2026-01-31T22:59:59Z', '2026-01-31'],
  ['2026-01-31T23:00:00Z', '2026-02-01'],
  ['2026-07-31T21:59:59Z', '2026-07-31'],
  ['2026-07-31T22:00:00Z', '2026-08-01'],
])('%s is %s in Italy', (moment, day) => {
  expect(formatItalianDay(new Date(moment))).toBe(day)
})
