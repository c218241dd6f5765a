import { expect, test } from 'vitest'
import { areUnusualDenials, areUnusualSignIns, isUnusualExport } from './anomalies.ts'

test.each([
  ['a usual export', 1000, 300, false],
  ['exactly five times as many rows', 1500, 300, false],
  ['one row more than five times as many', 1501, 300, true],
  ['few rows of a user who exports even fewer', 499, 1, false],
  ['the first export of many rows', 500, 0, true],
])('THREAT-50: %s', (_case, count, usual, expected) => {
  expect(isUnusualExport({ count, usual })).toBe(expected)
})

test('THREAT-19: failed sign-ins are unusual from fifty in an hour, and above five times the usual number', () => {
  const outcomes = [
    [49, 0],
    [50, 0],
    [50, 10],
    [51, 10],
  ].map(([count = 0, usual = 0]) => areUnusualSignIns({ count, usual }))
  expect(outcomes).toEqual([false, true, false, true])
})

test('THREAT-50: denials are unusual from twenty in ten minutes', () => {
  expect([19, 20].map(areUnusualDenials)).toEqual([false, true])
})
