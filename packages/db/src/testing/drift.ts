import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrationsFolder } from '../migrate.ts'

const schemaFolder = join(import.meta.dirname, '..', 'schema')

type Snapshot = ReturnType<typeof generateDrizzleJson>

const readSchema = async (previous: string): Promise<Snapshot> => {
  const files = (await readdir(schemaFolder)).filter((file) => file.endsWith('.ts'))
  const modules = await Promise.all(files.map((file): Promise<Record<string, unknown>> => import(join(schemaFolder, file))))
  return generateDrizzleJson(Object.assign({}, ...modules), previous)
}

const readLastSnapshot = async (): Promise<Snapshot> => {
  const meta = join(migrationsFolder, 'meta')
  const snapshots = (await readdir(meta)).filter((file) => file.endsWith('_snapshot.json')).toSorted()
  return JSON.parse(await readFile(join(meta, snapshots.at(-1) ?? ''), 'utf8'))
}

/** Lists the statements that `drizzle-kit generate` would write. It is empty when every change of the schema has a migration. */
export const listMissingMigrations = async (): Promise<readonly string[]> => {
  const last = await readLastSnapshot()
  return generateMigration(last, await readSchema(last.id))
}

type Journal = { readonly entries: readonly { readonly idx: number; readonly tag: string }[] }

const readJson = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8')) as T

const splitStatements = (text: string): readonly string[] => text.split('--> statement-breakpoint').map((statement) => statement.trim())

/** Lists migrations that a person edited: their statements differ from the difference of their snapshots. */
export const findEditedMigrations = async (folder = migrationsFolder): Promise<readonly string[]> => {
  const { entries } = await readJson<Journal>(join(folder, 'meta/_journal.json'))
  const edited: string[] = []
  let before = generateDrizzleJson({})
  for (const { idx, tag } of entries) {
    const after = await readJson<Snapshot>(join(folder, `meta/${String(idx).padStart(4, '0')}_snapshot.json`))
    const expected = (await generateMigration(before, after)).map((statement) => statement.trim())
    const found = splitStatements(await readFile(join(folder, `${tag}.sql`), 'utf8'))
    if (found.join('\n') !== expected.join('\n')) edited.push(tag)
    before = after
  }
  return edited
}
