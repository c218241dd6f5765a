import { z } from 'zod'
import { logLimits } from '@registry/domain/audit-log/query-form'
import { logViewDaysMax, namesLoggedPatient } from '@registry/domain/audit-log/views'
import { withErrorCode } from '@registry/domain/error'
import { savedViewNameMax } from '@registry/domain/saved-views'
import { cleanText } from '@registry/domain/text'
import { Done } from './fields.ts'
import { procedure, router } from './trpc.ts'

const Text = z.string().trim().max(255, withErrorCode('log_text_too_long'))
const content = {
  name: z.string().overwrite(cleanText).min(1, withErrorCode('field_required')).max(savedViewNameMax),
  command: Text,
  action: Text,
  username: Text.refine((username) => !namesLoggedPatient(username), withErrorCode('audit_log_view_names_patient')),
  days: z.number().int().min(1).max(logViewDaysMax).nullable(),
  limit: z.literal(logLimits),
}
const ViewId = z.number().int().positive()

/** A saved search of the caller. */
export const AuditLogView = z.object({ id: ViewId, ...content })
export const NewAuditLogView = z.strictObject(content)
export const ChangedAuditLogView = z.strictObject({ id: ViewId, ...content })
export const AuditLogViewQuery = z.strictObject({ id: ViewId })

export type AuditLogView = z.infer<typeof AuditLogView>
export type NewAuditLogView = z.infer<typeof NewAuditLogView>

/** The saved searches of the log (REQ-ADM-17). */
export const auditLogViews = router({
  /** Lists the caller's views by name. */
  list: procedure({ permission: 'log:read', audit: ['log_query', 'VIEWS'] }).query(z.array(AuditLogView)),
  /** @throws AppError work_list_view_name_used, work_list_view_limit, validation_failed */
  save: procedure({ permission: 'log:read', audit: ['log_query', 'SAVE_VIEW'] })
    .input(NewAuditLogView)
    .mutation(Done),
  /** @throws AppError work_list_view_not_found and those of `save` */
  change: procedure({ permission: 'log:read', audit: ['log_query', 'CHANGE_VIEW'] })
    .input(ChangedAuditLogView)
    .mutation(Done),
  /** @throws AppError work_list_view_not_found */
  remove: procedure({ permission: 'log:read', audit: ['log_query', 'REMOVE_VIEW'] })
    .input(AuditLogViewQuery)
    .mutation(Done),
})
