import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exists, readSource, root } from '../repository.ts'
import { strykerFolders, readPatterns } from '../test-mutation.ts'
import { mutants } from './mutants.ts'

test.each(mutants)('the mutant “$name” applies once, and its tests exist', ({ file, find, replace, tests }) => {
  expect(readSource(file).text.split(find), 'quote the source as it is now in tooling/src/mutation/mutants.ts').toHaveLength(2)
  expect(replace).not.toBe(find)
  expect(tests.filter((path) => !exists(path))).toEqual([])
})

test.each(strykerFolders)('the patterns of %s/stryker.config.json match files', (folder) => {
  const patterns = readPatterns(folder).map((pattern) => pattern.replace(/^!/, ''))
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: join(root, folder) }).length === 0)).toEqual([])
})
