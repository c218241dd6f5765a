import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { FilterRun, SavedFilter } from '@registry/api-contract/saved-filters'
import { fewPatients } from '@registry/db/sql/exports'
import type { Transaction } from '@registry/db/transaction'
import type { Language } from '@registry/domain/language'
import { exportAlarmMessages } from '@registry/domain/messages/staff-mails'
import type { Deps } from '../../deps.ts'

type AlarmedExport = { readonly id: string; readonly run: Pick<FilterRun, 'asRole'>; readonly filter: Pick<SavedFilter, 'id'> }
/** The patients of the export: their number, their ids as one text, and the keyed hash of the set. */
type PatientSet = { readonly total: number; readonly patientIds: string; readonly setHash: string }

type Alarm =
  | { readonly kind: 'few_rows'; readonly count: number }
  | { readonly kind: 'few_differences'; readonly count: number; readonly other: string }

/** Finds the reasons why an export may identify a person: few rows, or few differences from another export (THREAT-33). */
const findAlarms = async ({ sql }: Transaction, { total, patientIds, setHash }: PatientSet): Promise<readonly Alarm[]> => {
  if (total === 0) return []
  const [closest] = await sql<{ other: string; count: number }[]>`
    SELECT export AS other, differs AS count FROM find_similar_exports(string_to_array(${patientIds}, ',')::integer[], ${setHash}) LIMIT 1`
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
  const admins = await tx.sql<{ email: string; language: Language }[]>`
    SELECT DISTINCT u.email, u.language FROM staff_user u JOIN staff_role r ON r.user_id = u.id WHERE r.role = 'GlobalAdmin' AND u.disabled_at IS NULL`
  for (const alarm of alarms) {
    caller.note(`alarm ${alarm.kind}: ${alarm.count}${alarm.kind === 'few_differences' ? ` beside export ${alarm.other}` : ''}`)
    const shared = {
      exportId: id,
      filterId: filter.id,
      by: formatActorName(caller.actor),
      role: run.asRole,
      link: `${deps.env.STAFF_ORIGIN}/ga_filtro/${filter.id}`,
    }
    for (const { email, language } of admins) {
      const text = deps.messages.format(exportAlarmMessages[alarm.kind], language, { ...shared, ...alarm })
      await deps.outbox.put(tx, { channel: 'mail', to: email, subject: deps.messages.format(exportAlarmMessages.subject, language), text })
    }
  }
}
