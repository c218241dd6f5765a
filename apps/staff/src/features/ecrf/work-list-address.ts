import { phenotypeId, workListColumns, workListTasks, type WorkListOrder, type WorkListTask } from '@registry/domain/ecrf/work-list'
import type { WorkListSettings } from '@registry/domain/ecrf/work-list-views'
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

const isCode = (value: unknown): value is string => typeof value === 'string' && phenotypeId.test(value)
const listTasks = (value: unknown): readonly WorkListTask[] =>
  typeof value === 'string' ? workListTasks.filter((task) => value.split(',').includes(task)) : []

const readOrder = (sort: unknown): WorkListOrder | undefined => {
  const text = typeof sort === 'string' ? sort : ''
  const column = workListColumns.find((one) => one === text.replace(/^-/, ''))
  return column && { column, descending: text.startsWith('-') }
}

const byCode: WorkListOrder = { column: 'code', descending: false }

/** The order and the filters of an address. */
export const readSettings = ({ sort, phenotype, tasks }: WorkListAddress): WorkListSettings => ({
  order: readOrder(sort) ?? byCode,
  phenotype: phenotype ?? null,
  tasks: listTasks(tasks),
})

/** The address of the first page of a list; it names only what differs from the first list. */
export const toAddress = ({ order, phenotype, tasks }: WorkListSettings): WorkListAddress => ({
  ...((order.column !== 'code' || order.descending) && { sort: `${order.descending ? '-' : ''}${order.column}` }),
  ...(phenotype !== null && { phenotype }),
  ...(tasks.length > 0 && { tasks: workListTasks.filter((task) => tasks.includes(task)).join(',') }),
})

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
