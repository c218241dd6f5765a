import { workListColumns, workListTasks, type WorkListOrder, type WorkListTask } from '@registry/domain/ecrf/work-list'
import type { SearchParams } from '@registry/ui/grid/view-address.ts'

/**
 * The search parameters of the list of patients, so that Back and a link show the same list. They have choices of fixed lists only, never a
 * search, a code or a value of a patient (docs/policies.md).
 */
export type WorkListAddress = {
  /** The column of the order; `-` means descending. */
  readonly sort?: string
  readonly phenotype?: string
  /** Tasks, separated by commas. */
  readonly tasks?: string
  /** The number of pages that are shown, if it is more than one. */
  readonly pages?: number
}

const maxPages = 100

const isCode = (value: unknown): value is string => typeof value === 'string' && /^[A-Z0-9_]{1,20}$/.test(value)
const listTasks = (value: unknown): readonly WorkListTask[] =>
  typeof value === 'string' ? workListTasks.filter((task) => value.split(',').includes(task)) : []

export const readOrder = (sort: unknown): WorkListOrder | undefined => {
  const text = typeof sort === 'string' ? sort : ''
  const column = workListColumns.find((one) => one === text.replace(/^-/, ''))
  return column && { column, descending: text.startsWith('-') }
}

export const readTasks = ({ tasks }: WorkListAddress): readonly WorkListTask[] => listTasks(tasks)

/** Reads the parameters of an address; unknown ones are ignored. */
export const readWorkListAddress = ({ sort, phenotype, tasks, pages }: SearchParams): WorkListAddress => {
  const known = listTasks(tasks)
  return {
    ...(typeof sort === 'string' && readOrder(sort) && { sort }),
    ...(isCode(phenotype) && { phenotype }),
    ...(known.length > 0 && { tasks: known.join(',') }),
    ...(typeof pages === 'number' && Number.isInteger(pages) && pages > 1 && pages <= maxPages && { pages }),
  }
}
