import { and, eq } from 'drizzle-orm'
import type { ChangedSavedFilter, NewSavedFilter, SavedFilter, SavedFilters } from '@registry/api-contract/saved-filters'
import type { Caller } from '@registry/api-contract/caller'
import { savedFilter } from '@registry/db/schema/saved-filters'
import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import type { Deps } from '../../deps.ts'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import { lookupsIn } from '../../lookups.ts'
import { exportProgress } from './export-progress.ts'
import { fieldInfo, picker } from './fields.ts'
import { findFilter, listFilters } from './find.ts'
import { checkIds } from './ids.ts'
import { runOnScreen } from './run.ts'

const authorOf = ({ actor }: Caller): number => {
  if (actor.kind !== 'staff') throw new AppError('permission_denied')
  return actor.userId
}

const insert = async (tx: Transaction, by: Caller, { name, description, fields, where }: NewSavedFilter): Promise<SavedFilter> => {
  checkIds(where, await lookupsIn(tx))
  const values = { name, description, fields, condition: where, authorId: authorOf(by) }
  const [row] = await tx.db.insert(savedFilter).values(values).returning({ id: savedFilter.id })
  if (!row) throw new Error('the new filter was not returned')
  by.note(`filter ${row.id}`)
  return findFilter(tx, by, row.id)
}

const update = async (
  tx: Transaction,
  by: Caller,
  { id, version, name, description, fields, where }: ChangedSavedFilter,
): Promise<SavedFilter> => {
  checkIds(where, await lookupsIn(tx))
  const { mayChange } = await findFilter(tx, by, id)
  if (!mayChange) throw new AppError('filter_not_yours')
  const asRead = and(eq(savedFilter.id, id), version === undefined ? undefined : eq(savedFilter.version, version))
  const changed = await tx.db
    .update(savedFilter)
    .set({ name, description, fields, condition: where })
    .where(asRead)
    .returning({ id: savedFilter.id })
  if (changed.length === 0) throw new AppError('filter_changed_meanwhile')
  by.note(`filter ${id}`)
  return findFilter(tx, by, id)
}

/** Saved filters: kept, changed and run by staff (spec 1, filter list and filter detail; D10). */
export const savedFilters = (deps: Deps): SavedFilters => ({
  list: (by) => readTransaction(deps, by, (tx) => listFilters(tx, by)),
  get: (by, id) => readTransaction(deps, by, (tx) => findFilter(tx, by, id)),
  save: (by, filter) => writeTransaction(deps, by, (tx) => insert(tx, by, filter)),
  change: (by, filter) => writeTransaction(deps, by, (tx) => update(tx, by, filter)),
  picker: async (by) => picker(by.language),
  fieldInfo: (by, field) => readTransaction(deps, by, async (tx) => fieldInfo(field, by.language, await lookupsIn(tx))),
  run: (by, run) => runOnScreen(deps, by, run),
  exportProgress: async (by, exportId) => exportProgress(by, exportId),
})
