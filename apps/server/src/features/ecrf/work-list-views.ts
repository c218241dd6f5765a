import type { Caller } from '@registry/api-contract/caller'
import { formatActorName } from '@registry/api-contract/caller'
import type { Services } from '@registry/api-contract/services'
import type { NewWorkListView, WorkListView } from '@registry/api-contract/work-list-views'
import type { Transaction } from '@registry/db/transaction'
import { namesPatient } from '@registry/domain/ecrf/work-list-views'
import { AppError, validationError } from '@registry/domain/error'
import { listSelectableIds } from '@registry/domain/reference/reference-values'
import { findCallerCentre } from '../../auth/caller-centre.ts'
import { readTransaction, writeTransaction } from '../../audit/operation.ts'
import type { Deps } from '../../app/deps.ts'
import { readReferenceValues } from '../../shared/reference-values.ts'
import { listAllPatients } from './queries.ts'

type Content = Omit<NewWorkListView, 'centre'>

const listViews = ({ sql }: Transaction, caller: Caller, centre: string): Promise<WorkListView[]> => sql<WorkListView[]>`
  SELECT view.id, view.owner = ${formatActorName(caller.actor)} AS "isOwn", concat_ws(' ', person.name, person.surname) AS owner, view.name,
    view.shared, jsonb_build_object('column', view.sort_column, 'descending', view.descending) AS order, view.phenotype, view.tasks
  FROM work_list_view AS view LEFT JOIN staff_user AS person ON person.email = view.owner
  WHERE view.centre_code = ${centre} ORDER BY lower(view.name), view.id`

/** Rejects what a view must not have. @throws AppError validation_failed, work_list_view_names_patient */
const checkContent = async (tx: Transaction, centre: string, { name, phenotype }: Content): Promise<void> => {
  if (phenotype !== null && !listSelectableIds((await readReferenceValues(tx))('svc_fenotype')).has(phenotype))
    throw validationError({ phenotype: { code: 'value_not_listed' } })
  const patients = await listAllPatients(tx, centre)
  if (patients.some((patient) => namesPatient(name, patient))) throw validationError({ name: { code: 'work_list_view_names_patient' } })
}

const toColumns = ({ name, shared, order, phenotype, tasks }: Content) => ({
  name,
  shared,
  sort_column: order.column,
  descending: order.descending,
  phenotype,
  tasks: [...new Set(tasks)],
})

/** The saved views of a centre's work list. Row security shows the caller's own and the shared ones (REQ-CRF-22). */
export const workListViews = (deps: Deps): Services['workListViews'] => ({
  list: (caller, query) => {
    const centre = findCallerCentre(caller, query.centre)
    return readTransaction(deps, caller, (tx) => listViews(tx, caller, centre), { centre })
  },
  save: (caller, { centre: named, ...content }) => {
    const centre = findCallerCentre(caller, named)
    const work = async (tx: Transaction): Promise<void> => {
      await checkContent(tx, centre, content)
      const row = { centre_code: centre, owner: formatActorName(caller.actor), ...toColumns(content) }
      const [saved] = await tx.sql<{ id: number }[]>`INSERT INTO work_list_view ${tx.sql(row)} RETURNING id`
      caller.note(`view ${saved?.id}`)
    }
    return writeTransaction(deps, caller, work, { centre })
  },
  change: (caller, { centre: named, id, ...content }) => {
    const centre = findCallerCentre(caller, named)
    const work = async (tx: Transaction): Promise<void> => {
      await checkContent(tx, centre, content)
      const { count } = await tx.sql`UPDATE work_list_view SET ${tx.sql(toColumns(content))} WHERE id = ${id} AND centre_code = ${centre}`
      if (count === 0) throw new AppError('work_list_view_not_found')
      caller.note(`view ${id}`)
    }
    return writeTransaction(deps, caller, work, { centre })
  },
  remove: (caller, { centre: named, id }) => {
    const centre = findCallerCentre(caller, named)
    const work = async (tx: Transaction): Promise<void> => {
      const { count } = await tx.sql`DELETE FROM work_list_view WHERE id = ${id} AND centre_code = ${centre}`
      if (count === 0) throw new AppError('work_list_view_not_found')
      caller.note(`view ${id}`)
    }
    return writeTransaction(deps, caller, work, { centre })
  },
})
