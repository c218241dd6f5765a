import type { Services } from '@registry/api-contract/services'
import { getPrincipals, type Caller } from '@registry/api-contract/caller'
import type { StaffHome, ConfirmedDeletions } from '@registry/api-contract/home'
import type { Transaction } from '@registry/db/transaction'
import { type HomeTask, homeTaskNames } from '@registry/domain/access/home-tasks'
import { mayUse, type Permission } from '@registry/domain/access/permissions'
import { hideSmallGroups, hideSmallPart, mayCountSmallGroups } from '@registry/domain/access/small-groups'
import { AppError } from '@registry/domain/error'
import { requirePatient } from '../../auth/require-patient.ts'
import type { Deps } from '../../app/deps.ts'
import { readTransaction, formatScope, writeTransaction } from '../../audit/operation.ts'
import { buildOwnReadTrace } from '../../audit/read-trace.ts'
import {
  countCohort,
  countCorrectionTasks,
  countDiscrepancyTasks,
  countExportTasks,
  countGuardianTasks,
  countImportTasks,
  countPatientTasks,
  countPatients,
  countQueryTasks,
  countUserTasks,
  countWithdrawalRequests,
  findOldestDiscrepancy,
  type Cohort,
  type PatientCounts,
  type TaskCount,
} from './queries.ts'
import { listOwnDataUses, summariseOwnDataUses } from './data-uses.ts'
import { buildCheckDescriptions } from '../../shared/record-checks/describe-checks.ts'
import { readReferenceValues } from '../../shared/reference-values.ts'
import { formatItalianDay } from '../../shared/day.ts'

type DeletionRequests = StaffHome['deletionRequests']

/** Lists the exports whose files the caller must delete (REQ-CON-17). */
const listDeletionRequests = async ({ sql }: Transaction, now: Date): Promise<DeletionRequests> => {
  const deletionRequests = await sql<Omit<DeletionRequests[number], 'overdue'>[]>`
    SELECT export, exported_at AS "exportedAt", filter_name AS "name", format, recipient, due_on::text AS "dueOn" FROM list_open_deletion_requests()`
  const today = formatItalianDay(now)
  return deletionRequests.map((deletionRequest) => ({ ...deletionRequest, overdue: deletionRequest.dueOn < today }))
}

const toTaskCount = (deletionRequests: DeletionRequests): TaskCount => ({
  count: deletionRequests.length,
  oldest: deletionRequests.map(({ exportedAt }) => exportedAt).toSorted()[0] ?? null,
})

const countDeletionRequests = (deletionRequests: DeletionRequests) => ({
  'exports to delete': toTaskCount(deletionRequests),
  'overdue exports to delete': toTaskCount(deletionRequests.filter(({ overdue }) => overdue)),
})

/**
 * Records that the files of some exports were deleted: of all or of none.
 * @throws AppError deletion_request_not_found
 */
const confirmDeletions = (deps: Pick<Deps, 'database'>, caller: Caller, { exports }: ConfirmedDeletions): Promise<void> =>
  writeTransaction(deps, caller, async ({ sql }) => {
    const ids = [...new Set(exports)]
    caller.note(`exports ${ids.join(', ')} deleted`)
    const { count } = await sql`
      UPDATE deletion_request SET confirmed_at = now() WHERE manifest_id = ANY (${ids}) AND confirmed_at IS NULL`
    if (count < ids.length) throw new AppError('deletion_request_not_found')
  })

const countedColumns = ['C_DB', 'C_DB_M', 'C_DB_P', 'C_DB_NO_NOTIFICATION']

type Counted = Pick<StaffHome, 'tasks' | 'patients' | 'cohort'>
const notCounted: Counted = { tasks: [], patients: null, cohort: null }

const countHome = async (tx: Transaction, caller: Caller): Promise<Counted> => {
  const patients = await countPatients(tx)
  if (!patients) return notCounted
  caller.recordRead({ whose: formatScope(caller), columns: countedColumns, count: patients.registered })
  const tasks = await countPatientTasks(tx)
  const counted = { tasks: toTasks(tasks), patients, cohort: await countCohort(tx) }
  return caller.actor.kind === 'staff' && mayCountSmallGroups(caller.actor.roles.map(({ role }) => role))
    ? counted
    : hideSmallCounts(counted)
}

type ExactCounts = {
  readonly tasks: readonly ({ readonly task: HomeTask } & TaskCount)[]
  readonly patients: PatientCounts
  readonly cohort: Cohort
}

/** Hides the counts of small groups (REQ-UI-17). */
const hideSmallCounts = ({ tasks, patients, cohort: { centres, months } }: ExactCounts): Counted => {
  const hide = (count: number) => hideSmallPart(count, patients.registered)
  const [byCentre, byMonth] = [hideSmallGroups(centres.map(({ count }) => count)), hideSmallGroups(months.map(({ count }) => count))]
  return {
    // The moment of a small group may identify a patient.
    tasks: tasks.map(({ task, count }) => ({ task, count: hide(count), oldest: null })),
    patients: {
      registered: hide(patients.registered),
      invited: hide(patients.invited),
      withMedicalConsent: hide(patients.withMedicalConsent),
      withPersonalConsent: hide(patients.withPersonalConsent),
      withdrawn: hide(patients.withdrawn),
    },
    cohort: {
      centres: centres.map((centre, index) => ({ ...centre, count: byCentre[index] ?? null })),
      months: months.map((month, index) => ({ ...month, count: byMonth[index] ?? null })),
    },
  }
}

const toTasks = (counts: Readonly<Partial<Record<HomeTask, TaskCount>>>) =>
  homeTaskNames.flatMap((task) => {
    const count = counts[task]
    return count === undefined ? [] : [{ task, ...count }]
  })

type HomeDeps = Pick<Deps, 'database' | 'clock' | 'messages'>

/** The record of the discrepancy that has been open longest, and the field that most likely needs the correction. */
const locateOldestDiscrepancy = async (deps: HomeDeps, tx: Transaction, { language }: Caller) => {
  const oldest = await findOldestDiscrepancy(tx)
  if (!oldest) return undefined
  const { fields } = buildCheckDescriptions(deps, await readReferenceValues(tx), language)(oldest.checkKey)
  return { record: oldest.record, field: fields[0] ?? null }
}

/** Reads each kind of task in the scope of the role that may see it (REQ-GEO-02). */
const readStaffHome = async (deps: HomeDeps, caller: Caller): Promise<StaffHome> => {
  const may = (permission: Permission): boolean => mayUse(getPrincipals(caller.actor), permission)
  const seesPatients = may('patients:count')
  const counted = seesPatients ? await readTransaction(deps, caller, (tx) => countHome(tx, caller)) : notCounted
  const [areas, exportTasks, deletionRequests] = await readTransaction(deps, caller, async (tx) => [
    await listRoleAreas(tx, caller),
    may('filter:run') ? await countExportTasks(tx) : {},
    may('deletion-request:confirm') ? await listDeletionRequests(tx, deps.clock()) : [],
  ])
  // Imports belong to a centre, so the area of another role does not count.
  const centreWork = may('imports:see')
    ? await readTransaction(
        deps,
        caller,
        async (tx) => ({
          tasks: {
            ...(await countImportTasks(tx)),
            ...(await countDiscrepancyTasks(tx)),
            ...(await countCorrectionTasks(tx)),
            ...(await countGuardianTasks(tx)),
            ...(await countWithdrawalRequests(tx)),
          },
          oldestDiscrepancy: await locateOldestDiscrepancy(deps, tx, caller),
        }),
        { asRole: 'CenterAdmin' },
      )
    : undefined
  const queryTasks = may('centre-query:ask') ? await readTransaction(deps, caller, countQueryTasks, { asRole: 'DataManager' }) : {}
  const userTasks = may('identity:received') ? await readTransaction(deps, caller, (tx) => countUserTasks(tx, listUserAreas(caller))) : {}
  const others = toTasks({
    ...exportTasks,
    ...(may('deletion-request:confirm') && countDeletionRequests(deletionRequests)),
    ...centreWork?.tasks,
    ...queryTasks,
    ...userTasks,
  })
  const tasks = [...counted.tasks, ...others].toSorted((a, b) => homeTaskNames.indexOf(a.task) - homeTaskNames.indexOf(b.task))
  const oldestDiscrepancy = centreWork?.oldestDiscrepancy
  return { ...counted, areas, tasks, deletionRequests, ...(oldestDiscrepancy && { oldestDiscrepancy }) }
}

const listRoleAreas = ({ sql }: Transaction, { actor }: Caller): Promise<StaffHome['areas']> =>
  sql<StaffHome['areas']>`
    SELECT id, trans_it AS it, trans_en AS en FROM geotree
    WHERE id = ANY (${actor.kind === 'staff' ? actor.roles.flatMap(({ areaid }) => areaid ?? []) : []}) ORDER BY id`

/** The areas whose centres and users a UserAdmin administers. */
const listUserAreas = ({ actor }: Caller): readonly string[] =>
  actor.kind === 'staff' ? actor.roles.flatMap(({ role, areaid }) => (role === 'UserAdmin' && areaid !== undefined ? [areaid] : [])) : []

/** The home pages of staff and patients (REQ-UI-12). */
export const home = (deps: HomeDeps): Services['home'] => ({
  staff: (caller) => readStaffHome(deps, caller),
  patient: async (caller) => {
    const { patientId } = requirePatient(caller)
    const found = await readTransaction(deps, caller, (tx) => summariseOwnDataUses(tx, { language: caller.language, now: deps.clock() }))
    caller.recordRead(buildOwnReadTrace(patientId, ['EXPORTS']))
    return found
  },
  dataUses: async (caller, selection) => {
    const { patientId } = requirePatient(caller)
    const found = await readTransaction(deps, caller, (tx) =>
      listOwnDataUses(tx, selection, { language: caller.language, now: deps.clock() }),
    )
    caller.recordRead(buildOwnReadTrace(patientId, ['EXPORTS']))
    return found
  },
  confirmDeletions: (caller, confirmed) => confirmDeletions(deps, caller, confirmed),
})
