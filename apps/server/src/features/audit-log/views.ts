import type { AuditLogView, NewAuditLogView } from '@registry/api-contract/audit-log-views'
import { formatActorName } from '@registry/api-contract/caller'
import type { Services } from '@registry/api-contract/services'
import type { Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import type { Deps } from '../../app/deps.ts'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'

const toColumns = ({ limit, ...conditions }: NewAuditLogView) => ({ ...conditions, entries: limit })

/** The saved searches of the log. Row security shows a GlobalAdmin their own only (REQ-ADM-17). */
export const auditLogViews = (deps: Deps): Services['auditLogViews'] => ({
  list: (caller) =>
    readTransaction(
      deps,
      caller,
      ({ sql }) => sql<AuditLogView[]>`
        SELECT id, name, command, action, username, days, entries AS limit FROM audit_log_view ORDER BY lower(name), id`,
    ),
  save: (caller, content) => {
    const work = async ({ sql }: Transaction): Promise<void> => {
      const row = { owner: formatActorName(caller.actor), ...toColumns(content) }
      const [saved] = await sql<{ id: number }[]>`INSERT INTO audit_log_view ${sql(row)} RETURNING id`
      caller.note(`view ${saved?.id}`)
    }
    return writeTransaction(deps, caller, work)
  },
  change: (caller, { id, ...content }) => {
    const work = async ({ sql }: Transaction): Promise<void> => {
      const { count } = await sql`UPDATE audit_log_view SET ${sql(toColumns(content))} WHERE id = ${id}`
      if (count === 0) throw new AppError('work_list_view_not_found')
      caller.note(`view ${id}`)
    }
    return writeTransaction(deps, caller, work)
  },
  remove: (caller, { id }) => {
    const work = async ({ sql }: Transaction): Promise<void> => {
      const { count } = await sql`DELETE FROM audit_log_view WHERE id = ${id}`
      if (count === 0) throw new AppError('work_list_view_not_found')
      caller.note(`view ${id}`)
    }
    return writeTransaction(deps, caller, work)
  },
})
