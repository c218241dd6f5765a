import { expect, test } from 'vitest'
import { readSources, report } from '../repository.ts'
import { checkSmallFiles } from './small-files.ts'

test('no file under 15 lines is imported by fewer than two files', () => {
  const { files, findings } = checkSmallFiles(readSources(/\.tsx?$/))
  expect(files).toBeGreaterThan(500)
  expect(report(findings)).toBe('')
})

const small = { path: 'packages/domain/src/small.ts', text: 'export const one = 1\n' }
const importing = (path: string) => ({ path, text: "import { one } from './small.ts'\n".repeat(15) })

test('planted: a small file with one importing file is found', () => {
  expect(checkSmallFiles([small, importing('packages/domain/src/a.ts')]).findings).toEqual([
    { path: small.path, problem: 'has 1 lines and 1 importing files', remedy: 'move it into the file that uses it' },
  ])
})

test.each([
  ['with two importing files', [small, importing('packages/domain/src/a.ts'), importing('packages/domain/src/b.ts')]],
  ['of 15 lines', [{ ...small, text: 'export const one = 1\n'.repeat(15) }]],
  ['that a process loads by address', [small, { path: 'packages/domain/src/main.ts', text: "new URL('./small.ts', import.meta.url)" }]],
])('a file %s is let through', (_case, files) => {
  expect(checkSmallFiles(files).findings).toEqual([])
})
