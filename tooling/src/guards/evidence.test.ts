import { expect, test } from 'vitest'
import { readSource, readSources, report, type SourceFile } from '../repository.ts'
import { evidenceSources } from './evidence-sources.ts'
import { checkEvidence, mentionsIn, withEvidence } from './evidence.ts'

/** The lines whose defence is built (T: attacks, R: faults): each needs a test that mentions it. */
const promised = `
  T02 T03 T04 T05 T06 T07 T08 T09 T10 T11 T12 T13 T14 T15 T16 T17 T19 T20 T21 T22 T23 T24 T25 T26 T27 T36 T38 T39 T40 T41 T42 T43 T44 T45
  R01 R12 R16 R17 R18 R23`
  .trim()
  .split(/\s+/)

test('docs/security.md names the tests of every line, and every promised line has one', () => {
  const mentions = mentionsIn(evidenceSources())
  expect(mentions.size).toBeGreaterThan(10)
  expect(report(checkEvidence(readSource('docs/security.md'), mentions, promised))).toBe('')
})

const tests = [{ path: 'a.test.ts', text: `test('a code is used once (T13)')` }]
const page = (...rows: string[]): SourceFile => ({ path: 'security.md', text: rows.join('\n') })
const problemsOf = (text: SourceFile, wanted: readonly string[] = []) =>
  checkEvidence(text, mentionsIn(tests), wanted).map(({ problem }) => problem)

test('a line with its test is let through, and the column can be written anew', () => {
  expect(problemsOf(page('| T13 | codes | `a.test.ts` |'), ['T13'])).toEqual([])
  expect(withEvidence('| T13 | codes |  |', mentionsIn(tests))).toBe('| T13 | codes | `a.test.ts` |')
})

test('a bare comment, a value and a helper are no evidence', () => {
  const text = `// T13\nconst id = 'T13 of the list'\nconst check = () => expect('T13')\ntest('a code is used once', () => {})`
  expect(mentionsIn([{ path: 'a.test.ts', text }]).size).toBe(0)
  expect(mentionsIn([{ path: 'a.test.ts', text: "describe.each([1])('%s guesses (T13)', () => {})" }]).size).toBe(1)
})

test.each([
  ['a line that no test mentions', page('| T13 | codes | `a.test.ts` |', '| T12 | names |  |'), [], /^T12 is mentioned by no test/],
  ['a test whose line is missing', page(''), [], /^T13 has no line/],
  ['a promise without a line', page('| T13 | codes | `a.test.ts` |'), ['T14'], /^T14 is promised/],
  ['a line that names another test', page('| T13 | codes | `b.test.ts` |'), [], /contract:print/],
])('%s is found', (_what, text, wanted, problem) => {
  expect(problemsOf(text, wanted).filter((found) => problem.test(found))).toHaveLength(1)
})

test('the dictionary’s rules and values, spelt alike, are no faults of this list', () => {
  const rules = [{ path: 'packages/domain/src/rules.test.ts', text: `test('no date lies in the future (R01)')` }]
  expect(mentionsIn(rules).size).toBe(0)
  expect(mentionsIn([{ path: 'a.test.ts', text: `expect(region).toBe('R01')` }]).size).toBe(0)
  expect(readSources(/^packages\/domain\/.*\.test\.ts$/).length).toBeGreaterThan(0)
})
