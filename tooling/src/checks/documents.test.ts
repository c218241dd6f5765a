import { expect, test } from 'vitest'
import { exists, readSources, report } from '../repository.ts'
import { checkDocument } from './documents.ts'

test('every link, path and command of a document exists', () => {
  const documents = readSources(/\.md$/)
  const scripts = readSources(/(^|\/)package\.json$/).flatMap(({ text }) =>
    [...text.matchAll(/"([\w:-]+)": /g)].map(([, name = '']) => name),
  )
  expect(documents.length).toBeGreaterThan(100)
  expect(report(documents.flatMap((document) => checkDocument(document, exists, new Set(scripts))))).toBe('')
})

test.each([
  ['`apps/server/src/gone.ts`', 1],
  ['`apps/server/src/{app,gone}`', 1],
  ['`apps/gone/<feature>/x.ts`', 1],
  ['[x](gone.md#part)', 1],
  ['`npx --yes pnpm@12.21.0 gone`', 1],
  ['`pnpm --filter @registry/db gone`', 1],
  ['`apps/server/src/<feature>/x.ts`, `gone.ts`, [x](../README.md#start), [y](https://example.org), `pnpm demo --fresh`', 0],
])('%s has %i violations', (text, count) => {
  expect(checkDocument({ path: 'docs/x.md', text }, exists, new Set(['demo']))).toHaveLength(count)
})
