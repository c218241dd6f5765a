import { z } from 'zod'
import { phenotypeId, workListColumns, workListTasks } from '@registry/domain/ecrf/work-list'
import { withErrorCode } from '@registry/domain/error'
import { savedViewNameMax } from '@registry/domain/saved-views'
import { cleanText } from '@registry/domain/text'
import { Done, namedCentre } from './fields.ts'
import { procedure, router } from './trpc.ts'

export const WorkListOrder = z.strictObject({ column: z.enum(workListColumns), descending: z.boolean() })
export const WorkListTasks = z.array(z.enum(workListTasks)).max(workListTasks.length)

const settings = { order: WorkListOrder, phenotype: z.string().regex(phenotypeId).nullable(), tasks: WorkListTasks }
const content = {
  name: z.string().overwrite(cleanText).min(1, withErrorCode('field_required')).max(savedViewNameMax),
  shared: z.boolean(),
  ...settings,
}
const ViewId = z.number().int().positive()

/** A view of the caller, or one that a colleague shares with the centre. */
export const WorkListView = z.object({ id: ViewId, isOwn: z.boolean(), owner: z.string(), ...content })
export const NewWorkListView = z.strictObject({ ...namedCentre, ...content })
export const ChangedWorkListView = z.strictObject({ ...namedCentre, id: ViewId, ...content })
export const WorkListViewQuery = z.strictObject({ ...namedCentre, id: ViewId })

export type WorkListView = z.infer<typeof WorkListView>
export type NewWorkListView = z.infer<typeof NewWorkListView>
export type ChangedWorkListView = z.infer<typeof ChangedWorkListView>

/** The saved views of a centre's work list (REQ-CRF-22). */
export const workListViews = router({
  /** Lists the caller's views and the shared ones of the centre, by name. */
  list: procedure({ permission: 'record:read', audit: ['e_crf', 'VIEWS'] })
    .input(z.strictObject(namedCentre))
    .query(z.array(WorkListView)),
  /** @throws AppError work_list_view_name_used, work_list_view_names_patient, work_list_view_limit, validation_failed */
  save: procedure({ permission: 'record:read', audit: ['e_crf', 'SAVE_VIEW'] })
    .input(NewWorkListView)
    .mutation(Done),
  /** Changes the caller's own view. @throws AppError work_list_view_not_found and those of `save` */
  change: procedure({ permission: 'record:read', audit: ['e_crf', 'CHANGE_VIEW'] })
    .input(ChangedWorkListView)
    .mutation(Done),
  /** Deletes the caller's own view, or a shared one of the centre. @throws AppError work_list_view_not_found */
  remove: procedure({ permission: 'record:read', audit: ['e_crf', 'REMOVE_VIEW'] })
    .input(WorkListViewQuery)
    .mutation(Done),
})
