import { expect, test } from 'vitest'
import { listFiles, readSource, readSources, report } from '../repository.ts'
import { checkCitations, checkCommitments, checkDefinitions, listDecisions, listDefinedIds } from './citations.ts'

const testFiles = /^(?!tooling\/src\/checks\/citations\.).*\.(test|spec)\.tsx?$/
const ids = listDefinedIds(readSource)

test('every cited requirement, threat, fault, clinical rule and decision exists', () => {
  // This test contains wrong citations. Migrations are generated from the schema.
  const files = readSources(/^(?!tooling\/src\/checks\/citations\.test\.ts$|packages\/db\/migrations\/)(?!.*\.po$)/)
  expect(files.length).toBeGreaterThan(500)
  for (const prefix of ['REQ-', 'THREAT-', 'FAULT-', 'RULE-'])
    expect(ids.filter((id) => id.startsWith(prefix)).length, prefix).toBeGreaterThan(5)
  expect(report(checkCitations(files, new Set([...ids, ...listDecisions(listFiles())])))).toBe('')
})

test('every identifier is defined once, and every threat and fault is in the name of a test', () => {
  expect(report(checkDefinitions(ids, readSources(testFiles)))).toBe('')
})

test('every commitment of docs/commitments.md is in a text and has a test or an open point', () => {
  const page = readSource('docs/commitments.md')
  const texts = readSources(/^packages\/db\/src\/seed\/consent-documents\/|(^|\/)locales\/.*en\.po$/)
  expect(checkCommitments(page, [], []).length).toBe(page.text.match(/^\| (?!commitment |---)/gm)?.length)
  expect(report(checkCommitments(page, texts, readSources(testFiles)))).toBe('')
})

test.each(['REQ-UI-99', 'THREAT-02', 'RULE-1', 'decision 7', 'Decision 0002'])('a citation of %s is found, which nothing defines', (id) => {
  const defined = new Set(['REQ-UI-01', 'THREAT-01', 'RULE-01', 'decision 0001'])
  expect(checkCitations([{ path: 'x.ts', text: `// REQ-UI-01, RULE-01, decision 0001\n// see ${id}` }], defined)).toMatchObject([
    { path: 'x.ts:2', problem: expect.stringContaining(`cites ${id}, which docs/`) },
  ])
})

test('a second definition is found, and a threat that only a comment names', () => {
  const tests = [{ path: 'a.test.ts', text: "// THREAT-02\ntest('a code is used once (THREAT-01)', () => {})" }]
  expect(checkDefinitions(['THREAT-01', 'THREAT-02', 'REQ-UI-01', 'REQ-UI-01'], tests).map(({ problem }) => problem)).toEqual([
    'defines THREAT-02, which no test names',
    'defines REQ-UI-01 twice',
  ])
})

test.each([
  ['| Only you see it | information 1 | `a.test.ts` only the patient sees it. Studies come later |', 0],
  ['| Only you see it | information 1 | open: not built |', 0],
  ['| Nobody sees it | information 1 | open: not built |', 1],
  ['| Only you see it | information 1 | `b.test.ts` only the patient sees it |', 1],
  ['| Only you see it | information 1 | `a.test.ts` nobody sees it |', 1],
])('the commitment %s has %i violations', (text, count) => {
  const texts = [{ path: 'information.en.ts', text: 'Only you see it.' }]
  const tests = [{ path: 'a.test.ts', text: `test('only the patient sees it', () => {})` }]
  expect(checkCommitments({ path: 'commitments.md', text }, texts, tests)).toHaveLength(count)
})
