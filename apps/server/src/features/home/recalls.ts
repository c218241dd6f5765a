import type { Caller } from '@registry/api-contract/caller'
import type { ConfirmedRecalls, StaffHome } from '@registry/api-contract/home'
import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import { writeTransaction } from '../../audit/operation.ts'
import { formatItalianDay } from '../../shared/day.ts'
import type { Deps } from '../../app/deps.ts'

type Recalls = StaffHome['recalls']

/** Lists the exports whose files the caller must delete (REQ-CON-17). */
export const listRecalls = async ({ sql }: Transaction, now: Date): Promise<Recalls> => {
  const recalls = await sql<Omit<Recalls[number], 'overdue'>[]>`
    SELECT export, exported_at AS "exportedAt", filter_name AS "name", format, recipient, due_on::text AS "dueOn" FROM list_open_recalls()`
  const today = formatItalianDay(now)
  return recalls.map((recall) => ({ ...recall, overdue: recall.dueOn < today }))
}

export const countRecalls = (recalls: Recalls) => ({
  'exports to delete': recalls.length,
  'overdue exports to delete': recalls.filter(({ overdue }) => overdue).length,
})

/** Records that the files of some exports no longer exist: of all or of none. @throws AppError recall_not_found */
export const confirmRecalls = (deps: Pick<Deps, 'database'>, caller: Caller, { exports }: ConfirmedRecalls): Promise<void> =>
  writeTransaction(deps, caller, async ({ sql }) => {
    const ids = [...new Set(exports)]
    caller.note(`exports ${ids.join(', ')} deleted`)
    const { count } = await sql`
      UPDATE export_recall SET confirmed_at = now() WHERE manifest_id = ANY (${ids}) AND confirmed_at IS NULL`
    if (count < ids.length) throw new AppError('recall_not_found')
  })
