import { expect, test } from 'vitest'
import { exists, readSources, report } from '../repository.ts'
import { checkDocumentedPaths, listQuotedPaths } from './documented-paths.ts'

test('every path that a document quotes exists', () => {
  const documents = readSources(/\.md$/)
  expect(documents.flatMap(listQuotedPaths).length).toBeGreaterThan(100)
  expect(report(checkDocumentedPaths(documents, exists))).toBe('')
})

test.each([
  ['see `apps/server/src/gone.ts`', 1],
  ['see `apps/server/src/app/{env,gone}.ts`', 1],
  ['see `apps/gone/<feature>/x.ts`', 1],
  ['see `apps/server/src/<feature>/x.ts` and `gone.ts`', 0],
])('planted: %s has %i wrong paths', (text, count) => {
  expect(checkDocumentedPaths([{ path: 'x.md', text }], exists)).toHaveLength(count)
})
