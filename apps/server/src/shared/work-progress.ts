import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { Progress } from '@registry/api-contract/progress'
import type { Database } from '@registry/db/connect'

type RunningProgress = Progress & { readonly state: Exclude<Progress['state'], 'finished'> }

/** Work of one request. Its progress is stored twice a second at most, so that an update costs nothing. */
export type StartedWork = {
  update(progress: Partial<RunningProgress>): void
  end(): Promise<void>
}

/** The running work of all servers, which only the person who started it can follow (REQ-OPS-23). */
export type WorkProgress = {
  /** Registers work. Without an id nobody can follow it. */
  start(caller: Caller, id: string | undefined, state?: RunningProgress['state']): Promise<StartedWork>
  find(caller: Caller, id: string): Promise<Progress>
}

const finished: Progress = { state: 'finished', rows: 0, total: null }
const storeMs = 500
const touchMs = 10_000
/** Longer than a server that is alive ever leaves its work untouched. */
const silentSeconds = 60

const unfollowed: StartedWork = { update: () => {}, end: async () => {} }

export const createWorkProgress = (database: Database): WorkProgress => {
  const begin = async (owner: string, id: string, firstState: RunningProgress['state']): Promise<StartedWork> => {
    const [added] = await database<{ position: number }[]>`
      WITH forgotten AS (DELETE FROM work_progress WHERE touched_at < now() - interval '1 hour')
      INSERT INTO work_progress (owner, id, state) VALUES (${owner}, ${id}, ${firstState}) RETURNING position`
    if (!added) throw new Error('the database returned no position')
    const { position } = added
    let progress: RunningProgress = { state: firstState, rows: 0, total: null }
    // Work that begins again after a conflict counts its rows again. What a person sees never goes back.
    const store = async (): Promise<void> => {
      const { state, rows, total, ahead } = progress
      await database`
        UPDATE work_progress SET state = CASE WHEN rows > 0 THEN 'running' ELSE ${state} END, rows = greatest(rows, ${rows}),
          total = coalesce(${total}, total), ahead = ${state === 'waiting' ? (ahead ?? null) : null}, touched_at = now()
        WHERE position = ${position}`
    }
    let storing: Promise<void> | undefined
    let changed = false
    let storedAt = performance.now()
    const timer = setInterval(() => {
      if (storing || !(changed || performance.now() - storedAt > touchMs)) return
      changed = false
      storedAt = performance.now()
      // The next update makes a lost one good.
      storing = store()
        .catch(() => undefined)
        .finally(() => {
          storing = undefined
        })
    }, storeMs)
    return {
      update: (update) => {
        progress = { ...progress, ...update }
        changed = true
      },
      end: async () => {
        clearInterval(timer)
        await storing
        await database`DELETE FROM work_progress WHERE position = ${position}`
      },
    }
  }
  return {
    start: async ({ actor }, id, state = 'running') => (id === undefined ? unfollowed : begin(formatActorName(actor), id, state)),
    find: async ({ actor }, id) => {
      // Clients choose the ids of uploads, so two people can have the same.
      const [found] = await database<RunningProgress[]>`
        SELECT state, rows, total, ahead FROM work_progress
        WHERE owner = ${formatActorName(actor)} AND id = ${id} AND touched_at > now() - make_interval(secs => ${silentSeconds})
        ORDER BY position DESC LIMIT 1`
      return found ?? finished
    },
  }
}
