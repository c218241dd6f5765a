import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { FilterRun, SavedFilter } from '@registry/api-contract/saved-filters'
import { fewPatients } from '@registry/db/sql/exports'
import type { Transaction } from '@registry/db/transaction'
import { exportAlarmMessages } from '@registry/domain/messages/staff-mails'
import type { Deps } from '../../deps.ts'
import { findGlobalAdmins, mailStaff } from '../../jobs/staff-mail.ts'
import { findSimilarExport } from './queries.ts'

type AlarmedExport = { readonly id: string; readonly run: Pick<FilterRun, 'asRole'>; readonly filter: Pick<SavedFilter, 'id'> }
/** The patients of the export: their number, their ids as one text, and the keyed hash of the set. */
type PatientSet = { readonly total: number; readonly patientIds: string; readonly setHash: string }

type Alarm =
  | { readonly kind: 'few_rows'; readonly count: number }
  | { readonly kind: 'few_differences'; readonly count: number; readonly other: string }

/** Finds the reasons why an export may identify a person: few rows, or few differences from another export (THREAT-33). */
const findAlarms = async (tx: Transaction, { total, patientIds, setHash }: PatientSet): Promise<readonly Alarm[]> => {
  if (total === 0) return []
  const closest = await findSimilarExport(tx, patientIds, setHash)
  return [
    ...(total < fewPatients ? [{ kind: 'few_rows', count: total } as const] : []),
    ...(closest ? [{ kind: 'few_differences', ...closest } as const] : []),
  ]
}

/** Writes the alarms of an export to the audit log and mails them to the GlobalAdmins. It must run before the manifest is stored. */
export const raiseAlarms = async (
  deps: Deps,
  tx: Transaction,
  caller: Caller,
  { id, run, filter }: AlarmedExport,
  patients: PatientSet,
): Promise<void> => {
  const alarms = await findAlarms(tx, patients)
  if (alarms.length === 0) return
  const admins = await findGlobalAdmins(tx)
  for (const alarm of alarms) {
    caller.note(`alarm ${alarm.kind}: ${alarm.count}${alarm.kind === 'few_differences' ? ` beside export ${alarm.other}` : ''}`)
    const shared = {
      exportId: id,
      filterId: filter.id,
      actor: formatActorName(caller.actor),
      role: run.asRole,
      link: `${deps.env.STAFF_ORIGIN}/ga_filtro/${filter.id}`,
    }
    const texts = { subject: exportAlarmMessages.subject, mail: exportAlarmMessages[alarm.kind] }
    await mailStaff(deps, tx, admins, texts, { ...shared, ...alarm })
  }
}
