import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../repository.ts'
import { mutationParts, parseMutationRun, readMutatedPatterns } from './parts.ts'

describe.each(Object.entries(mutationParts))('the mutation run of %s', (name, folder) => {
  test('names files that exist, also those that it leaves out', () => {
    const patterns = readMutatedPatterns(folder).map((pattern) => pattern.replace(/^!/, ''))
    expect(patterns.filter((pattern) => globSync(pattern, { cwd: join(root, folder) }).length === 0)).toEqual([])
    expect(parseMutationRun(name)).toEqual({ folder })
  })
})

test('a folder of a part is mutated without the files that the part leaves out', () => {
  const { folder, mutate = [] } = parseMutationRun('domain/fields')
  expect(folder).toBe('packages/domain')
  expect(mutate[0]).toBe('src/fields/**/*.ts')
  expect(mutate).toContain('!src/**/*.test.ts')
  expect(mutate).toContain('!src/fields/sections/**')
  expect(mutate).not.toContain('src/**/*.ts')
})

test('an unknown part is refused with the known ones', () => {
  expect(() => parseMutationRun('rules')).toThrow('rules: choose among domain, server, tabular, or a folder such as domain/rules')
})
