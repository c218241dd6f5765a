import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrationsFolder } from '../migrate.ts'

const schemaFolder = join(import.meta.dirname, '..', 'schema')

type Snapshot = ReturnType<typeof generateDrizzleJson>

const declared = async (previous: string): Promise<Snapshot> => {
  const files = (await readdir(schemaFolder)).filter((file) => file.endsWith('.ts'))
  const modules = await Promise.all(files.map((file): Promise<Record<string, unknown>> => import(join(schemaFolder, file))))
  return generateDrizzleJson(Object.assign({}, ...modules), previous)
}

const generated = async (): Promise<Snapshot> => {
  const meta = join(migrationsFolder, 'meta')
  const snapshots = (await readdir(meta)).filter((file) => file.endsWith('_snapshot.json')).toSorted()
  return JSON.parse(await readFile(join(meta, snapshots.at(-1) ?? ''), 'utf8'))
}

/** The statements that `drizzle-kit generate` would still write: none, when every change of the schema has its migration. */
export const ungeneratedChanges = async (): Promise<readonly string[]> => {
  const last = await generated()
  return generateMigration(last, await declared(last.id))
}
