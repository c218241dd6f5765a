import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import type { TestServer } from './server.ts'

const openFiles = '/proc/self/fd'

/** The files without a name that this process holds open in a directory, by paths that lead to them. */
export const openUploadFiles = async (directory: string): Promise<string[]> => {
  const paths = (await readdir(openFiles)).map((name) => join(openFiles, name))
  const targets = await Promise.all(paths.map(async (path) => [path, await readlink(path).catch(() => '')] as const))
  return targets.filter(([, target]) => target.startsWith(`${directory}/`)).map(([path]) => path)
}

/** What uploads hold at this moment: names in the directory, open files, places. */
export const heldUploads = async ({ uploadDir, deps: { uploads, imports } }: TestServer) => ({
  names: await readdir(uploadDir),
  files: (await openUploadFiles(uploadDir)).length,
  known: uploads.known.inUse.used,
  unknown: uploads.unknown.inUse.used,
  imports: imports.queue.inUse.running + imports.queue.inUse.waiting,
})

/** Waits until uploads hold nothing more. */
export const nothingHeld = (server: TestServer): Promise<void> =>
  eventually(async () => expect(await heldUploads(server)).toEqual({ names: [], files: 0, known: 0, unknown: 0, imports: 0 }))
