import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../repository.ts'
import { run } from '../run/command.ts'

const home = join(root, 'packages/db')
const committed = join(home, 'migrations')

let scratch: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'migrations-'))
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

/** Lets drizzle-kit write what the schema needs beyond the migrations in a folder, and returns the files it wrote. */
const generatedInto = async (folder: string): Promise<string[]> => {
  const before = new Set(await readdir(folder))
  const out = relative(home, folder)
  const { code, output } = await run(
    join(home, 'node_modules/.bin/drizzle-kit'),
    ['generate', '--dialect', 'postgresql', '--schema', './src/schema/*.ts', '--out', out],
    { cwd: home },
  )
  if (code !== 0) throw new Error(output)
  return (await readdir(folder)).filter((name) => name.endsWith('.sql') && !before.has(name))
}

const remedy = 'write the missing migration with `pnpm --filter @registry/db generate` and commit it'

test('the schema needs no migration that is not committed', async () => {
  const copy = await mkdtemp(join(scratch, 'committed-'))
  await cp(committed, copy, { recursive: true })
  expect((await readdir(copy)).filter((name) => name.endsWith('.sql')).length).toBeGreaterThan(0)
  expect(await generatedInto(copy), remedy).toEqual([])
})

test('a schema that no migration makes is found', async () => {
  expect(await generatedInto(await mkdtemp(join(scratch, 'planted-')))).toHaveLength(1)
})
