import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { Excluded } from '@registry/api-contract/saved-filters'
import type { ExportFormat } from '@registry/domain/file-formats'
import type { Language } from '@registry/domain/language'
import type { Transaction } from '@registry/db/transaction'
import { hashPatientSet } from '../../../audit/read-trace.ts'
import type { Deps } from '../../../app/deps.ts'
import { raiseAlarms, type AlarmedExport } from './alarms.ts'
import type { FileLayout } from './file-layout.ts'
import { insertManifest } from './queries.ts'
import type { SmallGroups } from './small-groups.ts'

/** The patients of an export, selected before the first byte in the same snapshot. */
export type SelectedPatients = {
  /** One text with commas, ascending. */
  readonly ids: string
  readonly total: number
  readonly excluded: Excluded
  readonly groups: SmallGroups
}

export type Export = AlarmedExport & {
  readonly format: ExportFormat
  readonly layout: FileLayout
  readonly filter: { readonly id: number; readonly version: number }
  /** The study whose participants the file contains. */
  readonly studyId: string | null
  readonly columns: readonly string[]
  /** The filter's condition as logged. Participants of a study have none. */
  readonly condition?: string
  /** The moment of the data. */
  readonly asOf: string
  /** The first export with the same bytes, if this one repeats it (REQ-EXP-11). */
  readonly repeats: string | null
  readonly language: Language
}

/**
 * Stores the manifest of an export with its patients, read trace and alerts. The transaction must commit before the first byte
 * (REQ-EXP-04).
 */
export const storeManifest = async (
  deps: Deps,
  tx: Transaction,
  caller: Caller,
  exported: Export,
  { ids, total, excluded, groups }: SelectedPatients,
): Promise<void> => {
  const { id, asRole, format, filter, studyId, columns, precision, asOf, repeats, language, condition, layout } = exported
  const setHash = await hashPatientSet(deps.keyedHash, ids)
  const subject = `${studyId === null ? '' : `study ${studyId}, `}filter ${filter.id} version ${filter.version}`
  // The list of the export contains the patient ids.
  caller.recordRead({
    whose: `${subject} as ${asRole}, export ${id}`,
    columns,
    count: total,
    setHash,
    ...(condition !== undefined && { condition }),
  })
  caller.note(
    `export ${id}${repeats === null ? '' : ` repeats ${repeats}`}: ${subject}, ${format}, ${columns.length} columns, ${total} patients`,
  )
  await insertManifest(
    tx,
    {
      id,
      asOf,
      repeats,
      language,
      actor: formatActorName(caller.actor),
      asRole,
      filterId: filter.id,
      filterVersion: filter.version,
      studyId,
      format,
      ...layout,
      columns: [...columns],
      patients: total,
      setHash,
      excludedNoConsent: excluded.noConsent,
      excludedNoAnswer: excluded.noAnswer,
      excludedNoValue: excluded.noValue,
      uniqueRows: groups.alone,
      rowsInSmallGroups: groups.inSmallGroups,
      generalised: precision.generalise,
      reason: precision.reason ?? null,
    },
    ids,
  )
  await raiseAlarms(deps, tx, caller, exported, { total, uniqueRows: groups.alone })
}
