import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { ExportProgress } from '@registry/api-contract/saved-filters'
import { AppError } from '@registry/domain/error'

type Running = { readonly owner: string; total: number; rows: number }

/** Exports that one person, and one server, may have under way (FAULT-16). */
const maxPerPerson = 2
const maxInAll = 10

const running = new Map<string, Running>()

/**
 * Takes a place for an export, or refuses one beyond what a person or this server may have under way. The place is taken before
 * anything is waited for, so that a hundred asked for at once are not all let in.
 */
export const startExport = (caller: Caller, id: string) => {
  const owner = formatActorName(caller.actor)
  const own = [...running.values()].filter((entry) => entry.owner === owner).length
  if (own >= maxPerPerson || running.size >= maxInAll) throw new AppError('exports_under_way', { max: maxPerPerson })
  const entry: Running = { owner, total: 0, rows: 0 }
  running.set(id, entry)
  return {
    /** How many rows will leave. */
    setTotal: (total: number): void => {
      entry.total = total
    },
    /** How many rows have left. */
    setRows: (rows: number): void => {
      entry.rows = Math.min(entry.total, rows)
    },
    /** Gives the place back, whatever the outcome. */
    end: (): void => {
      running.delete(id)
    },
  }
}

/** How far the caller's own export has come. One that runs on another server, or no more, is said to be finished. */
export const findExportProgress = (caller: Caller, id: string): ExportProgress => {
  const entry = running.get(id)
  if (!entry || entry.owner !== formatActorName(caller.actor)) return { rows: 0, total: 0, finished: true }
  return { rows: entry.rows, total: entry.total, finished: false }
}
