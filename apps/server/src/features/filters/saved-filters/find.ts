import { and, eq, ne, sql } from 'drizzle-orm'
import { getPrincipals, type Caller } from '@registry/api-contract/caller'
import type { SavedFilter } from '@registry/api-contract/saved-filters'
import { savedFilter } from '@registry/db/schema/saved-filters'
import { staffUser } from '@registry/db/schema/staff'
import type { Transaction } from '@registry/db/transaction'
import { mayUse } from '@registry/domain/access/permissions'
import { AppError } from '@registry/domain/error'
import { readStoredFilter } from '../../filters/stored-filter.ts'

const columns = {
  id: savedFilter.id,
  version: savedFilter.version,
  name: savedFilter.name,
  description: savedFilter.description,
  author: staffUser.email,
  authorId: savedFilter.authorId,
  /** A study past its first state uses the filter (REQ-FIL-01). */
  isFrozen: sql<boolean>`EXISTS (SELECT FROM clinical_study AS s WHERE s.filter_id = ${savedFilter.id} AND s.status <> 'EthicsCommitteeWaiting')`,
  isDisabled: sql<boolean>`${savedFilter.state} = 'disabled'`,
  studies: sql<number>`(SELECT count(*)::integer FROM clinical_study AS s WHERE s.filter_id = ${savedFilter.id} AND s.deleted_at IS NULL)`,
  lastExportAt: sql<string | null>`last_export.at`,
  changedAt: savedFilter.changedAt,
  fields: savedFilter.fields,
  where: savedFilter.condition,
}

const selectFilters = ({ db }: Transaction) =>
  db
    .select(columns)
    .from(savedFilter)
    .innerJoin(staffUser, eq(staffUser.id, savedFilter.authorId))
    .leftJoin(sql`list_last_exports() AS last_export`, sql`last_export.filter_id = ${savedFilter.id}`)
type Row = Awaited<ReturnType<typeof selectFilters>>[number]

const isKept = ne(savedFilter.state, 'deleted')

/** The author and GlobalAdmin may change a filter (REQ-FIL-01). */
const mayChange = ({ actor }: Caller, authorId: number): boolean =>
  actor.kind === 'staff' && (actor.userId === authorId || mayUse(getPrincipals(actor), 'filter:change-any'))

/** A stored filter that no longer parses is returned as broken, never as one without conditions (REQ-FIL-08). */
const toSavedFilter = async (caller: Caller, { authorId, isFrozen, fields, where, ...row }: Row): Promise<SavedFilter> => ({
  ...row,
  mayChange: !isFrozen && mayChange(caller, authorId),
  isFrozen,
  ...(await readStoredFilter(fields, where)),
})

/** Returns all filters that are not deleted, ordered by name (REQ-FIL-01). */
export const listFilters = async (tx: Transaction, caller: Caller): Promise<SavedFilter[]> => {
  const rows = await selectFilters(tx).where(isKept).orderBy(savedFilter.name, savedFilter.id)
  return Promise.all(rows.map((row) => toSavedFilter(caller, row)))
}

/** Returns one filter. @throws AppError filter_not_found */
export const findFilter = async (tx: Transaction, caller: Caller, id: number): Promise<SavedFilter> => {
  const [row] = await selectFilters(tx).where(and(eq(savedFilter.id, id), isKept))
  if (!row) throw new AppError('filter_not_found', { id })
  return toSavedFilter(caller, row)
}

/** Returns one filter that may run. @throws AppError filter_not_found, filter_disabled (REQ-FIL-20) */
export const findActiveFilter = async (tx: Transaction, caller: Caller, id: number): Promise<SavedFilter> => {
  const filter = await findFilter(tx, caller, id)
  if (filter.isDisabled) throw new AppError('filter_disabled', { id })
  return filter
}
