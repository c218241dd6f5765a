import { expect, test } from 'vitest'
import { readSources, report, writtenCode } from '../repository.ts'
import { applyMutant, checkMutants, judge, type Mutant } from './mutant.ts'
import { mutants } from './mutants.ts'

const detail: Mutant = { name: 'a check is missing', file: 'a.ts', find: 'if (own)', replace: 'if (true)', tests: ['a.test.ts'] }
const emptyTest = { path: 'a.test.ts', text: '' }

test('every mutant applies, and its tests exist', () => {
  expect(mutants.length).toBeGreaterThan(20)
  expect(report(checkMutants(mutants, readSources(writtenCode)))).toBe('')
})

test('a mutant replaces its text', () => {
  expect(applyMutant(detail, 'a; if (own) b')).toBe('a; if (true) b')
})

test.each([
  ['occurs twice', [{ path: 'a.ts', text: 'if (own) if (own)' }, emptyTest], detail],
  ['is gone', [{ path: 'a.ts', text: '' }, emptyTest], detail],
  ['has lost its test', [{ path: 'a.ts', text: 'if (own)' }], detail],
  ['changes nothing', [{ path: 'a.ts', text: 'if (own)' }, emptyTest], { ...detail, replace: detail.find }],
])('a mutant whose text %s is found', (_what, sources, mutant) => {
  expect(checkMutants([mutant], sources)).toHaveLength(1)
})

test.each([
  [{ passed: 3, failed: 1 }, 'found'],
  [{ passed: 3, failed: 0 }, 'not found'],
  [{ passed: 0, failed: 2 }, 'broken'],
  [{ passed: 0, failed: 0 }, 'broken'],
])('tests with %j make a mutant %s', (count, verdict) => {
  expect(judge(count)).toBe(verdict)
})
