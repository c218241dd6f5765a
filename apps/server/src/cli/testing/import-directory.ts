import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestServer } from '../../testing/server.ts'
import { importFrom, type ImportResult } from '../import.ts'

/** The files of a directory, each as its lines. */
export type Files = Readonly<Record<string, readonly string[]>>

export const writeDirectory = async (files: Files): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'registry-import-'))
  for (const [name, lines] of Object.entries(files)) await writeFile(join(directory, name), lines.map((line) => `${line}\r\n`).join(''))
  return directory
}

/** Imports files with the keys of the test server. */
export const importFiles = async (
  { deps, database }: Pick<TestServer, 'deps' | 'database'>,
  files: Files,
  how: 'apply' | 'dry run' = 'apply',
): Promise<ImportResult> => {
  const directory = await writeDirectory(files)
  try {
    return await importFrom(database.addresses.owner, deps.env, directory, { isDryRun: how === 'dry run' })
  } finally {
    await rm(directory, { recursive: true })
  }
}
