import { expect, test } from 'vitest'
import { readSource, report, type SourceFile } from '../repository.ts'
import { evidenceSources } from './evidence-sources.ts'
import { checkEvidence, findMentions, insertEvidence } from './evidence.ts'

/** The threats and faults of the product. Each needs a test that names it. */
const promised = `
  THREAT-02 THREAT-03 THREAT-04 THREAT-05 THREAT-06 THREAT-07 THREAT-08 THREAT-09 THREAT-10 THREAT-11 THREAT-12 THREAT-13 THREAT-14 THREAT-15 THREAT-16 THREAT-17 THREAT-19 THREAT-20 THREAT-21 THREAT-22 THREAT-23 THREAT-24 THREAT-25 THREAT-26 THREAT-27 THREAT-30 THREAT-36 THREAT-37 THREAT-38 THREAT-39 THREAT-40 THREAT-41 THREAT-42 THREAT-43 THREAT-44 THREAT-45 THREAT-47
  FAULT-01 FAULT-02 FAULT-12 FAULT-16 FAULT-17 FAULT-18 FAULT-23`
  .trim()
  .split(/\s+/)

test('docs/security.md names the current tests, and every required line has one', () => {
  const mentions = findMentions(evidenceSources())
  expect(mentions.size).toBeGreaterThan(10)
  expect(report(checkEvidence(readSource('docs/security.md'), mentions, promised))).toBe('')
})

const tests = [{ path: 'a.test.ts', text: `test('a code is used once (THREAT-13)')` }]
const page = (...rows: string[]): SourceFile => ({ path: 'security.md', text: rows.join('\n') })
const findProblems = (text: SourceFile, wanted: readonly string[] = []) =>
  checkEvidence(text, findMentions(tests), wanted).map(({ problem, remedy }) => `${problem}: ${remedy}`)

test('a line with its test passes, and the column can be written', () => {
  expect(findProblems(page('| THREAT-13 | codes | `a.test.ts` |'), ['THREAT-13'])).toEqual([])
  expect(insertEvidence('| THREAT-13 | codes |  |', findMentions(tests))).toBe('| THREAT-13 | codes | `a.test.ts` |')
})

test('a comment, a value and a helper are no evidence', () => {
  const text = `// THREAT-13\nconst id = 'THREAT-13 of the list'\nconst check = () => expect('THREAT-13')\ntest('a code is used once', () => {})`
  expect(findMentions([{ path: 'a.test.ts', text }]).size).toBe(0)
  expect(findMentions([{ path: 'a.test.ts', text: "describe.each([1])('%s guesses (THREAT-13)', () => {})" }]).size).toBe(1)
})

test.each([
  [
    'a line that no test mentions',
    page('| THREAT-13 | codes | `a.test.ts` |', '| THREAT-12 | names |  |'),
    [],
    /^THREAT-12 is mentioned by no test/,
  ],
  ['a test whose line is missing', page(''), [], /^THREAT-13 has no line/],
  ['a promise without a line', page('| THREAT-13 | codes | `a.test.ts` |'), ['THREAT-14'], /^THREAT-14 is promised/],
  ['a line that names another test', page('| THREAT-13 | codes | `b.test.ts` |'), [], /contract:print/],
])('%s is found', (_what, text, wanted, problem) => {
  expect(findProblems(text, wanted).filter((found) => problem.test(found))).toHaveLength(1)
})
