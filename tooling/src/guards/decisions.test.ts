import { expect, test } from 'vitest'
import { readSources, report } from '../repository.ts'
import { checkDecisionCitations, checkDecisions, decisionIndexPath, insertDecisionIndex } from './decisions.ts'

const files = readSources(/^docs\/decisions\//)

test('every decision record follows the template, has its own number and a line in the index', () => {
  expect(files.length).toBeGreaterThan(1)
  expect(report(checkDecisions(files))).toBe('')
})

test('every cited decision exists', () => {
  const sources = readSources(/\.(tsx?|md|sql)$/).filter(({ path }) => !path.startsWith('tooling/src/guards/decisions'))
  const numbers = new Set(files.map(({ path }) => Number(/\d{4}/.exec(path)?.[0])))
  expect(report(checkDecisionCitations(sources, numbers))).toBe('')
})

const record = (number: string, name = number) => ({
  path: `docs/decisions/${name}-x.md`,
  text: `# ${number} X\n\n- Status: accepted\n- Date: 2026-11-22\n\n## Context\n\na\n\n## Decision\n\nb\n\n## Reason\n\nc\n\n## Cost\n\nd\n`,
})
const check = (...records: readonly { readonly path: string; readonly text: string }[]) => {
  const index = insertDecisionIndex('<!-- index -->\n<!-- /index -->', records)
  return checkDecisions([...records, { path: decisionIndexPath, text: index }]).map(({ problem }) => problem)
}

test('valid records pass, also with a gap of removed ones', () => {
  expect(check(record('0001'), record('0003'))).toEqual([])
})

test.each([
  ['a repeated number', [record('0001'), { ...record('0001'), path: 'docs/decisions/0001-y.md' }]],
  ['another number in the title', [record('0001'), record('0003', '0002')]],
  ['no cost', [{ ...record('0001'), text: record('0001').text.replace('## Cost\n\nd\n', '') }]],
  ['no status', [{ ...record('0001'), text: record('0001').text.replace('accepted', 'maybe') }]],
])('planted: %s is found', (_what, records) => {
  expect(check(...records)).toHaveLength(1)
})

test('a record that is missing in the index is found', () => {
  expect(checkDecisions([record('0001'), { path: decisionIndexPath, text: '<!-- index -->\n<!-- /index -->' }])).toHaveLength(1)
})

test('a planted citation of a record that does not exist is found', () => {
  const source = { path: 'x.ts', text: '// (decision 0002)\n// (decision 7)' }
  expect(checkDecisionCitations([source], new Set([1, 2]))).toMatchObject([
    { path: 'x.ts', problem: 'cites decision 7, which does not exist' },
  ])
})
