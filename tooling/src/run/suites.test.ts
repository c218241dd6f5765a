import { expect, test } from 'vitest'
import { formatTotal, applyMinimum, sumTallies, countPlaywright, countVitest } from './suites.ts'

test('the tests of all suites are summed in one line', () => {
  const units = countVitest({ numPassedTests: 12, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0 })
  const browserTests = countPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 } })
  expect(formatTotal(sumTallies([units, browserTests]))).toBe('15 passed, 3 failed, 2 skipped')
  expect(formatTotal({ passed: 1, failed: 0, skipped: 0 })).toBe('1 passed, 0 failed')
})

test.each([
  ['no report', undefined, 0],
  ['a report without a test', { passed: 0, failed: 0, skipped: 0 }, 0],
  ['fewer tests than there were', { passed: 4, failed: 0, skipped: 0 }, 0],
  ['tests that are left out instead of run', { passed: 4, failed: 0, skipped: 1 }, 0],
  ['a bad end in spite of passing tests', { passed: 5, failed: 0, skipped: 0 }, 1],
])('a suite with %s has failed', (_what, tally, code) => {
  expect(applyMinimum(tally, code, 5).failed).toBe(1)
})

test('a suite that ends well is counted as it is', () => {
  expect(applyMinimum({ passed: 5, failed: 0, skipped: 1 }, 0, 5)).toEqual({ passed: 5, failed: 0, skipped: 1 })
})
