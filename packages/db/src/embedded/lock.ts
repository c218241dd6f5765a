import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the process id in the lock file of a data directory, or 0. */
export const readPostmasterPid = (directory: string): number => Number(readText(join(directory, 'postmaster.pid')).split('\n', 1)[0])

/** Finds the Postgres that the lock file names. After a crash, another process can have its pid. */
const findLockHolder = (directory: string): number | undefined => {
  const pid = readPostmasterPid(directory)
  return pid > 0 && readText(`/proc/${pid}/cmdline`).includes(directory) ? pid : undefined
}

/** A database stops by itself after its registry was killed. */
const stoppingMs = 10_000

/**
 * Waits until no Postgres uses a data directory, and removes the lock files of a crash. Postgres itself does not start on a directory with
 * running backends.
 * @throws when the directory stays in use
 */
export const clearStaleLock = async (directory: string, waitMs = stoppingMs): Promise<void> => {
  const deadline = Date.now() + waitMs
  for (;;) {
    const holder = findLockHolder(directory)
    if (holder === undefined) break
    if (Date.now() > deadline) throw new Error(`Another process (${holder}) uses the database in ${directory}`)
    await sleep(50)
  }
  for (const name of globSync(['postmaster.pid', '.s.PGSQL.*'], { cwd: directory })) rmSync(join(directory, name), { force: true })
}
