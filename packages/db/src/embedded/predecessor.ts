import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasOwner, hasPostmaster, lockHolder, processesOf, signalAll } from './processes.ts'

/** How long a database may take, in milliseconds. */
export type Patience = {
  /** One that is used may be just stopping. */
  readonly usedMs: number
  /** One whose registry has ended stops by itself, unless it hangs. */
  readonly abandonedMs: number
  /** A clean stop of one's own. */
  readonly stopMs: number
  /** From the signal to end at once, which loses nothing that was committed, to the end by force. */
  readonly forcedMs: number
}
export const patience: Patience = { usedMs: 15_000, abandonedMs: 8000, stopMs: 30_000, forcedMs: 3000 }

/** The number in a lock file may belong to another process by now, and Postgres would then refuse to start. */
const removeLocks = (directory: string): void => {
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock', '.s.PGSQL.5432']) rmSync(join(directory, name), { force: true })
}

/**
 * Makes a data directory free: waits for a database that is stopping, ends one that hangs after its registry has ended, and removes
 * locks of a crash. @throws when a registry that still runs, or a Postgres of somebody else, uses the directory
 */
export const freeDirectory = async (directory: string, { usedMs, abandonedMs, forcedMs }: Patience = patience): Promise<void> => {
  const begun = Date.now()
  let abandonedAt: number | undefined
  for (;;) {
    const processes = processesOf(directory)
    const holder = lockHolder(directory)
    if (processes.length === 0 && holder === undefined) return removeLocks(directory)
    if (processes.length === 0 || hasOwner(processes)) {
      if (Date.now() - begun > usedMs) throw new Error(`Another process (${holder ?? processes[0]?.pid}) uses the database in ${directory}`)
    } else {
      abandonedAt ??= Date.now()
      const waited = Date.now() - abandonedAt
      // A backend that outlives its postmaster can end nothing in order, and a new postmaster does not start beside it.
      const hopeless = hasPostmaster(processes) ? abandonedMs + forcedMs : forcedMs / 10
      if (waited > hopeless)
        signalAll(
          processes.map(({ pid }) => pid),
          'SIGKILL',
        )
      else if (waited > abandonedMs && holder !== undefined) signalAll([holder], 'SIGQUIT')
    }
    await sleep(50)
  }
}
