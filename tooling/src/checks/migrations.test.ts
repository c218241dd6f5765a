import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { report, root, type Violation } from '../repository.ts'
import { run } from '../run/command.ts'

const home = join(root, 'packages/db')
const committed = join(home, 'migrations')

let scratch: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'migrations-'))
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

const missing = { problem: 'is missing', remedy: 'write it with `pnpm db:generate` and commit it' }

/** Runs drizzle-kit. Each migration that it writes is missing in the folder. */
const checkMigrations = async (folder: string): Promise<Violation[]> => {
  const before = new Set(await readdir(folder))
  const out = relative(home, folder)
  const { code, output } = await run(
    join(home, 'node_modules/.bin/drizzle-kit'),
    ['generate', '--dialect', 'postgresql', '--schema', './src/schema/*.ts', '--out', out],
    { cwd: home },
  )
  if (code !== 0) throw new Error(output)
  const written = (await readdir(folder)).filter((name) => name.endsWith('.sql') && !before.has(name))
  return written.map((name) => ({ path: `packages/db/migrations/${name}`, ...missing }))
}

test('the schema needs no migration that is not committed', async () => {
  const copy = await mkdtemp(join(scratch, 'committed-'))
  await cp(committed, copy, { recursive: true })
  expect((await readdir(copy)).filter((name) => name.endsWith('.sql')).length).toBeGreaterThan(0)
  expect(report(await checkMigrations(copy))).toBe('')
})

test('a schema without its migration is found, with the command to run', async () => {
  const violations = await checkMigrations(await mkdtemp(join(scratch, 'planted-')))
  expect(report(violations)).toMatch(/^packages\/db\/migrations\/\S+\.sql: is missing: write it with `pnpm db:generate`/)
})
