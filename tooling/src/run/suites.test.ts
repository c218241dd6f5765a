import { expect, test } from 'vitest'
import { closingLine, judged, sum, tallyOfPlaywright, tallyOfVitest } from './suites.ts'

test('the tests of all suites are summed in one line', () => {
  const units = tallyOfVitest({ numPassedTests: 12, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0 })
  const browserTests = tallyOfPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 } })
  expect(closingLine(sum([units, browserTests]))).toBe('15 passed, 3 failed, 2 skipped')
  expect(closingLine({ passed: 1, failed: 0, skipped: 0 })).toBe('1 passed, 0 failed')
})

test.each([
  ['no report', undefined, 0],
  ['a report without a test', { passed: 0, failed: 0, skipped: 0 }, 0],
  ['fewer tests than there were', { passed: 4, failed: 0, skipped: 0 }, 0],
  ['tests that are left out instead of run', { passed: 4, failed: 0, skipped: 1 }, 0],
  ['a bad end in spite of passing tests', { passed: 5, failed: 0, skipped: 0 }, 1],
])('a suite with %s has failed', (_what, tally, code) => {
  expect(judged(tally, code, 5).failed).toBe(1)
})

test('a suite that ends well is counted as it is', () => {
  expect(judged({ passed: 5, failed: 0, skipped: 1 }, 0, 5)).toEqual({ passed: 5, failed: 0, skipped: 1 })
})
