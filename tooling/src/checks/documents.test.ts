import { expect, test } from 'vitest'
import { exists, readSources, report } from '../repository.ts'
import { commands } from '@registry/server/cli/commands'
import { checkDocument, checkOperatorCommands } from './documents.ts'

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

test('every command of the operator in a document exists, with its options', () => {
  const known = new Map(Object.entries(commands).map(([name, { options }]) => [name, options]))
  const documents = readSources(/\.(md|ya?ml|sh)$/)
  expect(documents.filter(({ text }) => /pnpm registry [a-z]/.test(text)).length).toBeGreaterThan(2)
  expect(report(documents.flatMap((document) => checkOperatorCommands(document, known)))).toBe('')
  const text = '`pnpm registry gone` and `docker compose run --rm operator migrate --gone`'
  expect(checkOperatorCommands({ path: 'docs/x.md', text }, known)).toHaveLength(2)
})
