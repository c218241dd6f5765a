import type { Services } from '@registry/api-contract/services'
import type {
  ChangedSavedFilter,
  CheckedSql,
  FilterAtVersion,
  NewSavedFilter,
  SavedFilter,
  FilterHistory,
} from '@registry/api-contract/saved-filters'
import type { Caller } from '@registry/api-contract/caller'
import type { Transaction } from '@registry/db/transaction'
import { AppError, validationError } from '@registry/domain/error'
import { findReferenceValueErrors, type WrittenCondition } from '@registry/domain/filter/condition'
import type { FilterState } from '@registry/domain/filter/state'
import { listSelectableIds } from '@registry/domain/reference/reference-values'
import type { Deps } from '../../../app/deps.ts'
import { readTransaction, writeTransaction } from '../../../audit/operation.ts'
import { readFilterCohort } from './cohort.ts'
import { readReferenceValues, type LabelledReferenceValues } from '../../../shared/reference-values.ts'
import { createFilterCounter } from './count.ts'
import { buildFieldInfo, buildFieldPicker } from './fields.ts'
import { countExportRisk } from './export-risk.ts'
import { findFilter, listFilters } from './find.ts'
import { checkFreeSql, parseCondition } from '../free-sql/free-sql.ts'
import { findSameFilter, insertFilterRow, updateFilterRow } from './queries.ts'
import { previewRows, runOnScreen } from './run.ts'
import { summarise } from './summary.ts'
import { readStoredFilter } from '../stored-filter.ts'

type VersionRow = Omit<FilterHistory['versions'][number], 'fields' | 'where'> & { readonly fields: unknown; readonly condition: unknown }

/** Returns the versions of a filter, the newest first, and the studies that use it (REQ-FIL-19). @throws AppError filter_not_found */
const findFilterHistory = async ({ sql }: Transaction, id: number): Promise<FilterHistory> => {
  const rows = await sql<VersionRow[]>`
    SELECT version, name, description, changed_at AS "changedAt", changed_by AS "changedBy", state = 'disabled' AS "isDisabled", fields, condition
    FROM saved_filter_version WHERE filter_id = ${id} AND NOT EXISTS (SELECT FROM saved_filter WHERE id = ${id} AND state = 'deleted') ORDER BY version DESC`
  if (rows.length === 0) throw new AppError('filter_not_found', { id })
  const studies = await sql<
    FilterHistory['studies']
  >`SELECT id, title FROM clinical_study WHERE filter_id = ${id} AND deleted_at IS NULL ORDER BY id`
  return {
    versions: await Promise.all(
      rows.map(async ({ fields, condition, ...row }) => ({ ...row, ...(await readStoredFilter(fields, condition)) })),
    ),
    studies: [...studies],
  }
}

const requireAuthorId = ({ actor }: Caller): number => {
  if (actor.kind !== 'staff') throw new AppError('permission_denied')
  return actor.userId
}

/**
 * Rejects a condition with an unknown reference value, and a text that does not parse.
 * @throws AppError validation_failed
 */
const checkCondition = async (written: WrittenCondition, referenceValues: LabelledReferenceValues): Promise<void> => {
  const where = await parseCondition(written, referenceValues)
  const errors = findReferenceValueErrors(where, (table, id) => listSelectableIds(referenceValues(table)).has(id))
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

/** Adds a filter. A request that is sent again finds the filter of the first one (FAULT-11). */
const insertFilter = async (
  tx: Transaction,
  caller: Caller,
  { name, description, fields, where }: NewSavedFilter,
): Promise<SavedFilter> => {
  await checkCondition(where, await readReferenceValues(tx))
  const row = { name, description, fields, condition: where, authorId: requireAuthorId(caller) }
  const id = (await findSameFilter(tx, row)) ?? (await insertFilterRow(tx, row))
  caller.note(`filter ${id}`)
  return findFilter(tx, caller, id)
}

/** Finds a filter that the caller may change. @throws AppError filter_frozen, filter_not_yours */
const findOwnFilter = async (tx: Transaction, caller: Caller, id: number): Promise<SavedFilter> => {
  const filter = await findFilter(tx, caller, id)
  if (filter.isFrozen) throw new AppError('filter_frozen')
  if (!filter.mayChange) throw new AppError('filter_not_yours')
  return filter
}

/** Disables, enables or deletes a filter. A study needs its filter (REQ-FIL-20, REQ-FIL-21). */
const changeState = async (tx: Transaction, caller: Caller, { id, version }: FilterAtVersion, state: FilterState): Promise<void> => {
  // The database prevents it too, for a study that another transaction adds.
  if ((await findFilter(tx, caller, id)).studies > 0 && state !== 'active') throw new AppError('filter_in_use')
  await findOwnFilter(tx, caller, id)
  if (!(await updateFilterRow(tx, { id, version }, { state }))) throw new AppError('filter_changed')
  caller.note(`filter ${id}`)
}

const updateFilter = async (
  tx: Transaction,
  caller: Caller,
  { id, version, name, description, fields, where }: ChangedSavedFilter,
): Promise<SavedFilter> => {
  await checkCondition(where, await readReferenceValues(tx))
  await findOwnFilter(tx, caller, id)
  const changed = await updateFilterRow(tx, { id, version }, { name, description, fields, condition: where })
  if (!changed) throw new AppError('filter_changed')
  caller.note(`filter ${id}`)
  return findFilter(tx, caller, id)
}

const changeAndFind = (deps: Deps, caller: Caller, filter: FilterAtVersion, state: FilterState): Promise<SavedFilter> =>
  writeTransaction(deps, caller, async (tx) => {
    await changeState(tx, caller, filter, state)
    return findFilter(tx, caller, filter.id)
  })

const checkSql = async (deps: Deps, caller: Caller, text: string): Promise<CheckedSql> => {
  const { tree, problem } = await readTransaction(deps, caller, async (tx) => checkFreeSql(text, await readReferenceValues(tx)))
  if (!problem) return { tree, problem: null }
  const { offset, length, line } = problem.params
  return { tree: null, problem: { message: deps.messages.formatError(problem, caller.language), offset, length, line } }
}

/** The saved filters of staff (REQ-FIL-01, REQ-FIL-02). */
export const savedFilters = (deps: Deps): Services['savedFilters'] => ({
  list: (caller) => readTransaction(deps, caller, (tx) => listFilters(tx, caller)),
  get: (caller, id) => readTransaction(deps, caller, (tx) => findFilter(tx, caller, id)),
  history: (caller, id) => readTransaction(deps, caller, (tx) => findFilterHistory(tx, id)),
  save: (caller, filter) => writeTransaction(deps, caller, (tx) => insertFilter(tx, caller, filter)),
  change: (caller, filter) => writeTransaction(deps, caller, (tx) => updateFilter(tx, caller, filter)),
  disable: (caller, filter) => changeAndFind(deps, caller, filter, 'disabled'),
  enable: (caller, filter) => changeAndFind(deps, caller, filter, 'active'),
  remove: (caller, filter) => writeTransaction(deps, caller, (tx) => changeState(tx, caller, filter, 'deleted')),
  picker: async (caller) => buildFieldPicker(caller.language),
  fieldInfo: (caller, field) =>
    readTransaction(deps, caller, async (tx) => buildFieldInfo(field, caller.language, await readReferenceValues(tx))),
  run: (caller, run) => runOnScreen(deps, caller, run),
  preview: (caller, request, signal) => previewRows(deps, caller, request, signal),
  checkSql: (caller, text) => checkSql(deps, caller, text),
  count: createFilterCounter(deps),
  summary: (caller, request, signal) => summarise(deps, caller, request, signal),
  cohort: (caller, run, signal) => readFilterCohort(deps, caller, run, signal),
  exportRisk: (caller, run) => countExportRisk(deps, caller, run),
  exportProgress: async (caller, exportId) => deps.exports.findProgress(caller, exportId),
})
