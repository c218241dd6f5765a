import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { ExportProgress } from '@registry/api-contract/saved-filters'
import { AppError } from '@registry/domain/error'

type Running = { readonly owner: string; total: number; rows: number }

/** Maximum numbers of parallel exports of one person and of one server (FAULT-16). */
const maxPerPerson = 2
const maxInTotal = 10

const running = new Map<string, Running>()

/**
 * Registers a running export. It runs synchronously, so a hundred parallel requests cannot all pass (FAULT-16).
 * @throws AppError exports_under_way above a limit
 */
export const startExport = (caller: Caller, id: string) => {
  const owner = formatActorName(caller.actor)
  const ownExports = [...running.values()].filter((entry) => entry.owner === owner).length
  if (ownExports >= maxPerPerson || running.size >= maxInTotal) throw new AppError('exports_under_way', { max: maxPerPerson })
  const entry: Running = { owner, total: 0, rows: 0 }
  running.set(id, entry)
  return {
    /** Sets the number of rows of the file. */
    setTotal: (total: number): void => {
      entry.total = total
    },
    /** Sets the number of rows sent so far. */
    setRows: (rows: number): void => {
      entry.rows = Math.min(entry.total, rows)
    },
    /** Removes the export, after every outcome. */
    end: (): void => {
      running.delete(id)
    },
  }
}

/** Returns the progress of the caller's own export. An unknown export, also one on another server, counts as finished. */
export const findExportProgress = (caller: Caller, id: string): ExportProgress => {
  const entry = running.get(id)
  if (!entry || entry.owner !== formatActorName(caller.actor)) return { rows: 0, total: 0, finished: true }
  return { rows: entry.rows, total: entry.total, finished: false }
}
