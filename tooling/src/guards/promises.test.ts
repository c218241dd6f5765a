import { expect, test } from 'vitest'
import { readSource, readSources, report, type SourceFile } from '../repository.ts'
import { checkPromises } from './promises.ts'

const texts = (): SourceFile[] => readSources(/^packages\/db\/src\/seed\/consent-documents\/|(^|\/)locales\/.*en\.po$/)
const tests = (): SourceFile[] => readSources(/\.(test|spec)\.tsx?$/)

test('each promise of docs/promises.md is in a text and has a test or an open point', () => {
  expect(texts().length).toBeGreaterThan(5)
  expect(report(checkPromises(readSource('docs/promises.md'), texts(), tests()))).toBe('')
})

const page = (...rows: string[]): SourceFile => ({
  path: 'promises.md',
  text: ['| promise | where | shown by |', '| --- | --- | --- |', ...rows].join('\n'),
})
const promiseTexts = [{ path: 'information.en.ts', text: 'Only you see it. Every use is recorded.' }]
const known = [{ path: 'a.test.ts', text: `test('REQ-PAT-09: only the patient sees it', () => {})` }]
const problems = (row: string) => checkPromises(page(row), promiseTexts, known).map(({ problem }) => problem)

test.each([
  ['a promise with its test', '| Only you see it | information 1 | `a.test.ts` only the patient sees it |'],
  ['a test with a remark', '| Only you see it | information 1 | `a.test.ts` only the patient sees it. Studies come later |'],
  ['an open promise', '| Every use is recorded | information 2 | open: not built |'],
])('%s passes', (_what, row) => expect(problems(row)).toEqual([]))

test.each([
  ['a promise that no text makes', '| Nobody sees it | information 1 | open: not built |', /no text contains/],
  ['a test file that is gone', '| Only you see it | information 1 | `b.test.ts` only the patient sees it |', /does not exist/],
  ['a test that is gone', '| Only you see it | information 1 | `a.test.ts` nobody sees it |', /has no test/],
  ['a promise without either', '| Only you see it | information 1 | the code |', /neither a test nor/],
])('%s is found', (_what, row, problem) => expect(problems(row)).toEqual([expect.stringMatching(problem)]))

test('a page without rows is found', () => {
  expect(checkPromises(page(), promiseTexts, known)).toHaveLength(1)
})
