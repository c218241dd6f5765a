import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ownRelease } from '@registry/db/release'
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

/** The SHA-256 of each released migration. A database that has applied it would not get a later change. */
const releasedHashes = z.record(z.string(), z.string())
const newMigration = 'restore it, and write a new migration with `pnpm db:generate --name <change>`'

/** Compares released migrations with the folder. A new one must come after all released ones. */
const checkReleased = async (folder: string): Promise<Violation[]> => {
  const released = releasedHashes.parse(JSON.parse(await readFile(join(home, 'released-migrations.json'), 'utf8')))
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const last = Object.keys(released).sort().at(-1) ?? ''
  const changed = await Promise.all(
    Object.entries(released).map(async ([name, hash]) => {
      if (!names.includes(name))
        return [{ path: `packages/db/migrations/${name}`, problem: 'is released and missing', remedy: newMigration }]
      const content = await readFile(join(folder, name))
      if (createHash('sha256').update(content).digest('hex') === hash) return []
      return [{ path: `packages/db/migrations/${name}`, problem: 'is released and changed', remedy: newMigration }]
    }),
  )
  const early = names.filter((name) => !(name in released) && name < last)
  return [
    ...changed.flat(),
    ...early.map((name) => ({
      path: `packages/db/migrations/${name}`,
      problem: `comes before ${last}`,
      remedy: 'give it the next number',
    })),
  ]
}

test('a database gets the version of package.json', async () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  expect(ownRelease.version).toBe(version)
})

test('released migrations have not changed', async () => {
  expect(report(await checkReleased(committed))).toBe('')
})

test('a changed, a removed and an inserted migration are found', async () => {
  const copy = await mkdtemp(join(scratch, 'changed-'))
  await cp(committed, copy, { recursive: true })
  const baseline = join(copy, '0000_registry.sql')
  await writeFile(baseline, `${await readFile(baseline, 'utf8')}\n-- later`)
  await writeFile(join(copy, '0000_inserted.sql'), 'SELECT 1;')
  expect(report(await checkReleased(copy))).toMatch(
    /0000_registry\.sql: is released and changed[\s\S]*0000_inserted\.sql: comes before 0000_registry\.sql/,
  )
  await rm(baseline)
  expect(report(await checkReleased(copy))).toContain('0000_registry.sql: is released and missing')
})
