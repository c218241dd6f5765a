import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findLockHolder, hasOwner, hasPostmaster, listProcesses, signalAll } from './processes.ts'

/** Timeouts in milliseconds. */
export type Timeouts = {
  /** The wait for a database in use, which may be stopping. */
  readonly usedMs: number
  /** The wait for a database whose registry has ended. It stops on its own unless it hangs. */
  readonly abandonedMs: number
  /** The wait for a clean stop of the own database. */
  readonly stopMs: number
  /** The wait between SIGQUIT, which loses no committed data, and SIGKILL. */
  readonly forcedMs: number
}
export const defaultTimeouts: Timeouts = { usedMs: 15_000, abandonedMs: 8000, stopMs: 30_000, forcedMs: 3000 }

/** Removes lock files. Postgres refuses to start when another process has the pid in a lock file. */
const removeLocks = (directory: string): void => {
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock', '.s.PGSQL.5432']) rmSync(join(directory, name), { force: true })
}

/**
 * Frees a data directory: waits for a stopping database, ends one that hangs after its registry has ended, and removes lock files of a crash.
 * @throws when a running registry or another Postgres uses the directory
 */
export const freeDirectory = async (directory: string, { usedMs, abandonedMs, forcedMs }: Timeouts = defaultTimeouts): Promise<void> => {
  const startedAt = Date.now()
  let abandonedAt: number | undefined
  for (;;) {
    const processes = listProcesses(directory)
    const holder = findLockHolder(directory)
    if (processes.length === 0 && holder === undefined) return removeLocks(directory)
    if (processes.length === 0 || hasOwner(processes)) {
      if (Date.now() - startedAt > usedMs)
        throw new Error(`Another process (${holder ?? processes[0]?.pid}) uses the database in ${directory}`)
    } else {
      abandonedAt ??= Date.now()
      const waited = Date.now() - abandonedAt
      // Backends without a postmaster cannot shut down cleanly, and a new postmaster does not start while they run.
      const killAfterMs = hasPostmaster(processes) ? abandonedMs + forcedMs : forcedMs / 10
      if (waited > killAfterMs)
        signalAll(
          processes.map(({ pid }) => pid),
          'SIGKILL',
        )
      else if (waited > abandonedMs && holder !== undefined) signalAll([holder], 'SIGQUIT')
    }
    await sleep(50)
  }
}
