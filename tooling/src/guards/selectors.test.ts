import { expect, test } from 'vitest'
import { readSources, report } from '../repository.ts'
import { checkSelectors } from './selectors.ts'

test('each selector of a style sheet has one rule', () => {
  const { files, findings } = checkSelectors(readSources(/\.css$/))
  expect(files).toBeGreaterThan(20)
  expect(report(findings)).toBe('')
})

const check = (text: string) => checkSelectors([{ path: 'planted.module.css', text }]).findings

test('planted: a second rule is found at its line', () => {
  expect(check('.pair {\n  gap: 0;\n}\n.pair {\n  margin: 0;\n}\n')).toMatchObject([{ path: 'planted.module.css:4' }])
})

test.each([['.a,\n.b {\n  gap: 0;\n}\n.a {\n  margin: 0;\n}\n'], ['.a {\n  gap: 0;\n}\n@media print {\n  .a {\n    margin: 0;\n  }\n}\n']])(
  '%s is let through',
  (text) => expect(check(text)).toEqual([]),
)
