import { expect, test } from 'vitest'
import { readSource, readSources, report } from '../repository.ts'
import { checkCitations, listDefinedIds } from './citations.ts'

/** This guard's own tests plant citations that do not resolve. */
const files = () =>
  readSources(/\.(tsx?|md|sql|json|yaml|css|html)$/).filter(({ path }) => !/^tooling\/src\/guards\/.*\.test\.ts$/.test(path))

test('every cited requirement, threat, fault and clinical rule is defined', () => {
  const defined = listDefinedIds(readSource)
  for (const prefix of ['REQ-', 'THREAT-', 'FAULT-', 'RULE-']) {
    expect([...defined].filter((id) => id.startsWith(prefix)).length, prefix).toBeGreaterThan(5)
  }
  expect(report(checkCitations(files(), defined))).toBe('')
})

const pages: Readonly<Record<string, string>> = {
  'docs/requirements.md': '| REQ-UI-01 | x |\n',
  'docs/security.md': '| THREAT-01 | x | |\n| FAULT-01 | x | |\n',
  'docs/clinical-rules.md': '## RULE-01\n',
}

test.each(['REQ-UI-99', 'THREAT-02', 'FAULT-09', 'RULE-1', 'RULE-02'])('planted: a citation of %s is found', (id) => {
  const defined = listDefinedIds((path) => ({ path, text: pages[path] ?? '' }))
  const text = `// REQ-UI-01, THREAT-01, FAULT-01, RULE-01\n// see ${id}`
  expect(checkCitations([{ path: 'x.ts', text }], defined)).toEqual([
    { path: 'x.ts:2', problem: expect.stringContaining(`cites ${id}, which docs/`) },
  ])
})
