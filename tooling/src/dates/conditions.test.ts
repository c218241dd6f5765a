import { expect, test } from 'vitest'
import { exists } from '../repository.ts'
import { conditions, daysUntil, skippedOnDays } from './conditions.ts'

test.each([
  ['2028-02-29', '2026-11-22T23:59:59Z', 464],
  ['2028-02-29', '2028-02-29T00:00:00Z', 0],
  ['2027-07-01', '2028-03-01T12:00:00Z', -244],
])('to %s from %s are %i days', (day, now, days) => expect(daysUntil(day, new Date(now))).toBe(days))

test('two time zones and two days, the days by a shift of the clock', () => {
  const all = conditions(new Date('2026-11-22T12:00:00Z'), '/lib/libfaketime.so.1')
  expect(all.map(({ name }) => name)).toEqual(['America/Los_Angeles', 'Asia/Tokyo', '2027-07-01', '2028-02-29'])
  expect(all[1]).toEqual({ name: 'Asia/Tokyo', env: { TZ: 'Asia/Tokyo' }, skipped: [] })
  expect(all[3]?.env).toMatchObject({ LD_PRELOAD: '/lib/libfaketime.so.1', FAKETIME: '+464d' })
})

test('days leave out files that exist, and nothing else', () => {
  const all = conditions(new Date('2026-11-22T12:00:00Z'), '/lib/libfaketime.so.1')
  expect(all.map(({ skipped }) => skipped)).toEqual([[], [], skippedOnDays, skippedOnDays])
  expect(skippedOnDays.filter((path) => !exists(path))).toEqual([])
})
