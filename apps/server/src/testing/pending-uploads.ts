import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { eventually } from '@registry/db/testing/eventually'
import type { TestServer } from './server.ts'

const openFiles = '/proc/self/fd'

/** Lists the unnamed open files of this process in a directory, as paths under `/proc`. */
export const listOpenUploadFiles = async (directory: string): Promise<string[]> => {
  const paths = (await readdir(openFiles)).map((name) => join(openFiles, name))
  const targets = await Promise.all(paths.map(async (path) => [path, await readlink(path).catch(() => '')] as const))
  return targets.filter(([, target]) => target.startsWith(`${directory}/`)).map(([path]) => path)
}

/** Counts the resources of running uploads: names in the directory, open files, slots. */
export const readHeldUploads = async ({ uploadDir, deps: { uploads, imports } }: TestServer) => ({
  names: await readdir(uploadDir),
  files: (await listOpenUploadFiles(uploadDir)).length,
  known: uploads.known.inUse.used,
  unknown: uploads.unknown.inUse.used,
  imports: imports.queue.inUse.running + imports.queue.inUse.waiting,
})

/** Waits until uploads hold no resource. */
export const waitForUploads = (server: TestServer): Promise<void> =>
  eventually(async () => expect(await readHeldUploads(server)).toEqual({ names: [], files: 0, known: 0, unknown: 0, imports: 0 }))
