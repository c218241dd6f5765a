import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../repository.ts'
import { addRunnerFailure, formatTotal, sumTallies, countPlaywright, countVitest } from './suites.ts'

const vitestReport = {
  numPassedTests: 12,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 0,
  testResults: [
    {
      name: join(root, 'packages/domain/src/day.test.ts'),
      status: 'failed',
      assertionResults: [
        { fullName: 'days follow months', status: 'passed' },
        {
          fullName: 'a year has 12 months',
          status: 'failed',
          failureMessages: ['AssertionError: expected 13 to be 12\n\n    at day.test.ts:4'],
        },
      ],
    },
    { name: join(root, 'packages/domain/src/broken.test.ts'), status: 'failed', message: 'Cannot find module', assertionResults: [] },
  ],
}
const playwrightReport = {
  stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 },
  suites: [
    {
      specs: [
        {
          title: 'signs in',
          file: 'sign-in.spec.ts',
          ok: false,
          tests: [{ status: 'unexpected', results: [{ errors: [{ message: '\u001B[31mError: no button\u001B[39m' }] }] }],
        },
      ],
      suites: [
        {
          specs: [
            { title: 'signs out', file: 'sign-in.spec.ts', ok: true, tests: [{ status: 'flaky' }] },
            { title: 'stays signed in', file: 'sign-in.spec.ts', ok: true, tests: [{ status: 'expected' }] },
          ],
        },
      ],
    },
  ],
}

test('the tests of all suites are summed in one line, and failed ones are named with the first lines of their errors', () => {
  const total = sumTallies([countVitest(vitestReport), countPlaywright(playwrightReport)])
  expect(formatTotal(total)).toBe('15 passed, 3 failed, 2 skipped')
  expect(total.failures).toEqual([
    'packages/domain/src/day.test.ts: a year has 12 months\n  AssertionError: expected 13 to be 12\n      at day.test.ts:4',
    'packages/domain/src/broken.test.ts\n  Cannot find module',
    'e2e/sign-in.spec.ts: signs in\n  Error: no button',
    'e2e/sign-in.spec.ts: signs out',
  ])
  expect(formatTotal({ passed: 1, failed: 0, skipped: 0 })).toBe('1 passed, 0 failed')
})

test.each([
  ['no report', undefined, 0],
  ['a report without a test', { passed: 0, failed: 0, skipped: 0, failures: [] }, 0],
  ['a bad end in spite of passing tests', { passed: 5, failed: 0, skipped: 0, failures: [] }, 1],
])('a suite with %s has failed', (_what, tally, code) => {
  expect(addRunnerFailure(tally, code).failed).toBe(1)
})

test('a suite that ends well is counted as it is', () => {
  expect(addRunnerFailure({ passed: 5, failed: 0, skipped: 1, failures: [] }, 0)).toEqual({
    passed: 5,
    failed: 0,
    skipped: 1,
    failures: [],
  })
})
