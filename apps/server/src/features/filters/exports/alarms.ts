import { formatActorName, type Caller } from '@registry/api-contract/caller'
import { fewPatients } from '@registry/db/sql/exports'
import type { Transaction } from '@registry/db/transaction'
import { exportAlarmMessages } from '@registry/domain/messages/staff-mails'
import type { Deps } from '../../../app/deps.ts'
import { findGlobalAdmins, mailStaff } from '../../../jobs/staff-mail.ts'
import { countWithoutReason, findSimilarExport } from './queries.ts'

/** Exact or generalised values, and the reason for exact ones. */
export type Precision = { readonly generalise: boolean; readonly reason: string | undefined }

export type AlarmedExport = {
  readonly id: string
  readonly precision: Precision
  readonly asRole: string
  readonly source: { readonly kind: 'filter' | 'study'; readonly name: string; readonly page: string }
}
type Counted = { readonly total: number; readonly uniqueRows: number }

type Alarm =
  | { readonly kind: 'few_rows'; readonly count: number }
  | { readonly kind: 'few_differences'; readonly count: number; readonly other: string }
  | { readonly kind: 'no_reason'; readonly count: number; readonly exports: number }

/**
 * Finds the reasons why an export may identify a person: few rows, few differences from another export, or unique rows (THREAT-33). Old
 * programs give no reason for exact values (REQ-EXP-07).
 */
const findAlarms = async (
  tx: Transaction,
  { id, precision, source }: AlarmedExport,
  actor: string,
  { total, uniqueRows }: Counted,
): Promise<readonly Alarm[]> => {
  if (total === 0) return []
  const closest = await findSimilarExport(tx, id)
  const lacksReason = uniqueRows > 0 && source.kind === 'filter' && !precision.generalise && precision.reason === undefined
  return [
    ...(total < fewPatients ? [{ kind: 'few_rows', count: total } as const] : []),
    ...(closest ? [{ kind: 'few_differences', ...closest } as const] : []),
    ...(lacksReason ? [{ kind: 'no_reason', count: uniqueRows, exports: await countWithoutReason(tx, actor) } as const] : []),
  ]
}

/** Writes the alerts of an export to the audit log and mails them to the GlobalAdmins. The manifest is stored before. */
export const raiseAlarms = async (
  deps: Deps,
  tx: Transaction,
  caller: Caller,
  exported: AlarmedExport,
  patients: Counted,
): Promise<void> => {
  const {
    id,
    asRole,
    source: { kind: source, name, page },
  } = exported
  const actor = formatActorName(caller.actor)
  const alarms = await findAlarms(tx, exported, actor, patients)
  if (alarms.length === 0) return
  const admins = await findGlobalAdmins(tx)
  for (const alarm of alarms) {
    caller.note(`alarm ${alarm.kind}: ${alarm.count}${alarm.kind === 'few_differences' ? ` beside export ${alarm.other}` : ''}`)
    const shared = {
      exportId: id,
      source,
      name,
      actor,
      role: asRole,
      link: `${deps.env.STAFF_ORIGIN}${page}`,
    }
    const texts = { subject: exportAlarmMessages.subject, mail: exportAlarmMessages[alarm.kind] }
    await mailStaff(deps, tx, admins, texts, { ...shared, ...alarm })
  }
}
