import type { Caller } from '@registry/api-contract/caller'
import type { ConfirmedDeletions, StaffHome } from '@registry/api-contract/home'
import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import { writeTransaction } from '../../audit/operation.ts'
import { formatItalianDay } from '../../shared/day.ts'
import type { Deps } from '../../app/deps.ts'

type DeletionRequests = StaffHome['deletionRequests']

/** Lists the exports whose files the caller must delete (REQ-CON-17). */
export const listDeletionRequests = async ({ sql }: Transaction, now: Date): Promise<DeletionRequests> => {
  const deletionRequests = await sql<Omit<DeletionRequests[number], 'overdue'>[]>`
    SELECT export, exported_at AS "exportedAt", filter_name AS "name", format, recipient, due_on::text AS "dueOn" FROM list_open_deletion_requests()`
  const today = formatItalianDay(now)
  return deletionRequests.map((deletionRequest) => ({ ...deletionRequest, overdue: deletionRequest.dueOn < today }))
}

export const countDeletionRequests = (deletionRequests: DeletionRequests) => ({
  'exports to delete': deletionRequests.length,
  'overdue exports to delete': deletionRequests.filter(({ overdue }) => overdue).length,
})

/**
 * Records that the files of some exports were deleted: of all or of none.
 * @throws AppError deletion_request_not_found
 */
export const confirmDeletions = (deps: Pick<Deps, 'database'>, caller: Caller, { exports }: ConfirmedDeletions): Promise<void> =>
  writeTransaction(deps, caller, async ({ sql }) => {
    const ids = [...new Set(exports)]
    caller.note(`exports ${ids.join(', ')} deleted`)
    const { count } = await sql`
      UPDATE deletion_request SET confirmed_at = now() WHERE manifest_id = ANY (${ids}) AND confirmed_at IS NULL`
    if (count < ids.length) throw new AppError('deletion_request_not_found')
  })
