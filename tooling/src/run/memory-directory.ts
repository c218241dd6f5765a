import { chmod, mkdtemp, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './command.ts'

const sharedMemory = '/dev/shm'
const prefix = 'registry-run-'
/** Several times the peak size of the databases, uploads and browser profiles of a run. */
const neededBytes = 6 * 2 ** 30

const hasRoom = async (directory: string): Promise<boolean> => {
  try {
    const { bavail, bsize } = await statfs(directory)
    return Math.min(bavail * bsize, process.availableMemory()) >= neededBytes
  } catch {
    return false
  }
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // The process of another user exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Files of a run that was killed would fill the memory. Those of another user cannot be removed. */
const removeAbandoned = async (directory: string): Promise<void> => {
  for (const name of await readdir(directory)) {
    const [pid] = name.startsWith(prefix) ? name.slice(prefix.length).split('-') : []
    if (!pid || isRunning(Number(pid))) continue
    const path = join(directory, name)
    if ((await stat(path)).uid === process.getuid?.()) await rm(path, { recursive: true, force: true })
  }
}

/** Containers often forbid programs there. Tests start programs that they write. */
const allowsPrograms = async (directory: string): Promise<boolean> => {
  const program = join(directory, 'program')
  await writeFile(program, '#!/bin/sh\n', { mode: 0o700 })
  return (await run(program, [])).code === 0
}

/**
 * Runs `work` with a temporary directory in memory, and removes it afterwards. Each test database has 600 files, and creating one on a disk
 * takes seven times the processor time. Without enough memory, or with TMPDIR set, the usual directory stays.
 */
export const withMemoryDirectory = async <T>(work: () => Promise<T>, parent = sharedMemory): Promise<T> => {
  if (process.env['TMPDIR'] || !(await hasRoom(parent))) return work()
  await removeAbandoned(parent)
  const directory = await mkdtemp(join(parent, `${prefix}${process.pid}-`))
  // For root, another user runs the database and must reach the directory.
  await chmod(directory, 0o755)
  try {
    if (await allowsPrograms(directory)) process.env['TMPDIR'] = directory
    return await work()
  } finally {
    delete process.env['TMPDIR']
    await rm(directory, { recursive: true, force: true, maxRetries: 3 })
  }
}
