import type { FilterHistory } from '@registry/api-contract/saved-filters'
import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import { readStoredFilter } from '../../filters/stored-filter.ts'

type VersionRow = Omit<FilterHistory['versions'][number], 'fields' | 'where'> & { readonly fields: unknown; readonly condition: unknown }

/** Returns the versions of a filter, the newest first, and the studies that use it (REQ-FIL-19). @throws AppError filter_not_found */
export const findFilterHistory = async ({ sql }: Transaction, id: number): Promise<FilterHistory> => {
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
