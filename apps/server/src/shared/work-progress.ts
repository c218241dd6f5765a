import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { Progress } from '@registry/api-contract/progress'

type RunningProgress = Progress & { readonly state: Exclude<Progress['state'], 'finished'> }

type RunningWork = { readonly owner: string; progress: RunningProgress }

/** Work of one request. Its progress is a number in memory, so that an update costs nothing. */
export type StartedWork = {
  update(progress: Partial<RunningProgress>): void
  end(): void
}

/** The running work of one server, which only the person who started it can follow. */
export type WorkProgress = {
  /** Registers work. Without an id nobody can follow it. */
  start(caller: Caller, id: string | undefined): StartedWork
  find(caller: Caller, id: string): Progress
}

const finished: Progress = { state: 'finished', rows: 0, total: null }

export const createWorkProgress = (): WorkProgress => {
  const running = new Map<string, RunningWork>()
  // Clients choose the ids of uploads, so two people can have the same.
  const formatKey = (owner: string, id: string): string => `${id} ${owner}`

  return {
    start: ({ actor }, id) => {
      const owner = formatActorName(actor)
      const work: RunningWork = { owner, progress: { state: 'running', rows: 0, total: null } }
      if (id !== undefined) running.set(formatKey(owner, id), work)
      return {
        update: (progress) => {
          work.progress = { ...work.progress, ...progress }
        },
        end: () => {
          if (id !== undefined && running.get(formatKey(owner, id)) === work) running.delete(formatKey(owner, id))
        },
      }
    },
    find: ({ actor }, id) => running.get(formatKey(formatActorName(actor), id))?.progress ?? finished,
  }
}
