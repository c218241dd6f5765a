import { formatActorName, type Caller } from '@registry/api-contract/caller'
import { fewPatients } from '@registry/db/sql/exports'
import type { Transaction } from '@registry/db/transaction'
import { exportAlarmMessages } from '@registry/domain/messages/staff-mails'
import type { Deps } from '../deps.ts'
import { findGlobalAdmins, mailStaff } from '../jobs/staff-mail.ts'
import { findSimilarExport, type ExportedSet } from './queries.ts'

export type AlarmedExport = {
  readonly id: string
  readonly asRole: string
  readonly source: { readonly kind: 'filter' | 'study'; readonly name: string; readonly page: string }
}
type CountedSet = ExportedSet & { readonly total: number }

type Alarm =
  | { readonly kind: 'few_rows'; readonly count: number }
  | { readonly kind: 'few_differences'; readonly count: number; readonly other: string }

/** Finds the reasons why an export may identify a person: few rows, or few differences from another export (THREAT-33). */
const findAlarms = async (tx: Transaction, id: string, patients: CountedSet): Promise<readonly Alarm[]> => {
  const { total } = patients
  if (total === 0) return []
  const closest = await findSimilarExport(tx, id, patients)
  return [
    ...(total < fewPatients ? [{ kind: 'few_rows', count: total } as const] : []),
    ...(closest ? [{ kind: 'few_differences', ...closest } as const] : []),
  ]
}

/** Writes the alarms of an export to the audit log and mails them to the GlobalAdmins. It runs between the patients and the manifest. */
export const raiseAlarms = async (
  deps: Deps,
  tx: Transaction,
  caller: Caller,
  { id, asRole, source: { kind: source, name, page } }: AlarmedExport,
  patients: CountedSet,
): Promise<void> => {
  const alarms = await findAlarms(tx, id, patients)
  if (alarms.length === 0) return
  const admins = await findGlobalAdmins(tx)
  for (const alarm of alarms) {
    caller.note(`alarm ${alarm.kind}: ${alarm.count}${alarm.kind === 'few_differences' ? ` beside export ${alarm.other}` : ''}`)
    const shared = {
      exportId: id,
      source,
      name,
      actor: formatActorName(caller.actor),
      role: asRole,
      link: `${deps.env.STAFF_ORIGIN}${page}`,
    }
    const texts = { subject: exportAlarmMessages.subject, mail: exportAlarmMessages[alarm.kind] }
    await mailStaff(deps, tx, admins, texts, { ...shared, ...alarm })
  }
}
