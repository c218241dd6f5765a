import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { root } from '../repository.ts'
import { mutationParts } from './parts.ts'

const Config = z.object({ mutate: z.string().array().min(1) })

describe.each(Object.entries(mutationParts))('the mutation run of %s', (_, folder) => {
  const config = Config.parse(JSON.parse(readFileSync(join(root, folder, 'stryker.config.json'), 'utf8')))

  test('names files that exist, also those that it leaves out', () => {
    const patterns = config.mutate.map((pattern) => pattern.replace(/^!/, ''))
    expect(patterns.filter((pattern) => globSync(pattern, { cwd: join(root, folder) }).length === 0)).toEqual([])
  })
})
