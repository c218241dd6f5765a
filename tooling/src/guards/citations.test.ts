import { expect, test } from 'vitest'
import { readSource, readSources, report } from '../repository.ts'
import { checkCitations, checkForeignCitations, listDefinedIds } from './citations.ts'

/** The tests of the guards contain planted citations. Migrations are generated from the schema. */
const files = () =>
  readSources(/\.(tsx?|md|sql|json|yaml|css|html)$|(^|\/)(Caddyfile|Dockerfile)$/).filter(
    ({ path }) => !/^tooling\/src\/guards\/.*\.test\.ts$|^packages\/db\/migrations\//.test(path),
  )

test('every cited requirement, threat, fault and clinical rule is defined', () => {
  const defined = listDefinedIds(readSource)
  for (const prefix of ['REQ-', 'THREAT-', 'FAULT-', 'RULE-']) {
    expect([...defined].filter((id) => id.startsWith(prefix)).length, prefix).toBeGreaterThan(5)
  }
  expect(report(checkCitations(files(), defined))).toBe('')
})

test('no file cites a document outside the repository', () => {
  expect(files().length).toBeGreaterThan(500)
  expect(report(checkForeignCitations(files()))).toBe('')
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
    { path: 'x.ts:2', problem: expect.stringContaining(`cites ${id}, which docs/`), remedy: expect.any(String) },
  ])
})

const checkLine = (line: string) => checkForeignCitations([{ path: 'src/x.ts', text: `// first\n${line}` }])

test.each([
  ['// Answers stay (D8).', 'D8'],
  ["test('D5, D16: a token is random', () => {})", 'D5'],
  ['-- the ledger, D20', 'D20'],
  ['// The menu (spec 1, section 2).', 'spec 1'],
  ['// A limit (security.md 4.3).', 'security.md 4.3'],
  ['/* High enough (interface.md). */', 'interface.md'],
  ['// As sets (architecture, section 5).', 'architecture, section 5'],
])('planted: %s is found', (line, cited) => {
  expect(checkLine(line)[0]).toMatchObject({ path: 'src/x.ts:2', problem: expect.stringContaining(`cites ${cited}, which is not`) })
})

test.each([
  `'<c r="D2" t="b"><v>1</v></c>'`,
  '// docs/security.md lists THREAT-01 (decision 0008)',
  '// D21 and CD8 are no decisions',
  'const d4 = ADD4',
])('%s is no citation of another document', (line) => expect(checkLine(line)).toEqual([]))
