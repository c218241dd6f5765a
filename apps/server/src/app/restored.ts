import type { Queries } from '@registry/db/connect'
import type { Deps } from './deps.ts'
import { startRepeating } from '../jobs/repeat.ts'

/** Returns the moment to which the database was restored, until `registry after-restore` has repeated what came later. */
export const readOpenRestore = async (sql: Queries): Promise<string | undefined> => {
  const [found] = await sql<{ moment: string | null }[]>`SELECT find_open_restore() AS moment`
  return found?.moment ?? undefined
}

export type RestoreWatch = { readonly isRestored: () => boolean; stop(): Promise<void> }

type Options = Pick<Deps, 'database' | 'log'> & {
  /** Starts the jobs. Returns what stops them. */
  readonly startJobs: () => Promise<() => Promise<void>>
  readonly everyMs?: number
}

/**
 * Runs the jobs unless the database is a restored copy. There, people who withdrew later are back, and sent messages wait again
 * (FAULT-25). It looks every second, because a database can also be exchanged under a running server.
 */
export const runUnlessRestored = async ({ database, log, startJobs, everyMs = 1000 }: Options): Promise<RestoreWatch> => {
  let moment: string | undefined
  let stopJobs: (() => Promise<void>) | undefined
  const look = async (): Promise<void> => {
    const found = await readOpenRestore(database)
    if (found !== undefined && found !== moment)
      log.error({ restored: found }, 'this database was restored: run `pnpm registry after-restore`, until then nobody is served')
    moment = found
    if (found === undefined) {
      stopJobs ??= await startJobs()
    } else if (stopJobs) {
      const stop = stopJobs
      stopJobs = undefined
      await stop()
    }
  }
  await look()
  const watch = startRepeating({
    everyMs,
    run: look,
    atStart: false,
    atStop: false,
    // Without the database no request is served either.
    onFailure: (error) => log.warn({ err: error }, 'it could not be read whether the database was restored'),
  })
  return {
    isRestored: () => moment !== undefined,
    stop: async () => {
      await watch.stop()
      await stopJobs?.()
    },
  }
}
