import { expect, test } from 'vitest'
import { readSource, readSources, report } from '../repository.ts'
import { architecturePath, checkProcessState } from './process-state.ts'

const sources = readSources(/^(apps\/server|packages\/(db|tabular))\/src\/(?!.*(\.test\.ts$|\/?testing\/)).*\.ts$/)
const architecture = readSource(architecturePath).text

test('FAULT-22: every map, queue and timer of the server is in the table of the architecture', () => {
  expect(sources.length).toBeGreaterThan(300)
  expect(report(checkProcessState(sources, architecture))).toBe('')
})

test.each([
  'const seen = new Map<string, number>()',
  'export const waiting: Set<string> = new Set()',
  'let last = 0',
  'const queue: Job[] = []',
  'const start = () => setInterval(run, 1000)',
  'const createCount = () => {\n  let kept: number | undefined',
  'const addHooks = () => {\n  let running = 0',
  'const queue = () => new PQueue({ concurrency: 1 })',
  'const limit = createConcurrencyLimit({ slots: 1, perKey: 1, retrySeconds: 1 })',
  "startJob(needs, { name: 'x' })",
])('%s is found', (text) => {
  const path = 'apps/server/src/new.ts'
  expect(report(checkProcessState([{ path, text }], '## State of each process\n\n## Folders\n'))).toMatch(/new\.ts: keeps state/)
  expect(report(checkProcessState([{ path, text }], `## State of each process\n\n| x | \`${path}\` |\n\n## Folders\n`))).toBe('')
})

test('a fixed table is no state, and a row of a file without state is found', () => {
  const path = 'apps/server/src/new.ts'
  const text = "const codes: ReadonlySet<string> = new Set(['a'])\nconst local = () => { const seen = new Map<string, number>() }\n"
  expect(report(checkProcessState([{ path, text }], `## State of each process\n\n| \`${path}\` |\n\n## Folders\n`))).toMatch(
    /ARCHITECTURE\.md: says that .*new\.ts keeps state/,
  )
})
