import { formatActorName, type Caller } from '@registry/api-contract/caller'
import type { LeftOut } from '@registry/api-contract/saved-filters'
import type { ExportFormat } from '@registry/domain/file-formats'
import type { Language } from '@registry/domain/language'
import type { Transaction } from '@registry/db/transaction'
import type { Deps } from '../deps.ts'
import { hashPatientSet } from '../audit/read-trace.ts'
import { raiseAlarms, type AlarmedExport } from './alarms.ts'
import type { PatientIds } from './patient-ranges.ts'
import { addExportPatients, insertManifest } from './queries.ts'
import type { SmallGroups } from './small-groups.ts'

/** The patients of an export, selected before the first byte in the same snapshot. */
export type ChosenPatients = {
  readonly total: number
  readonly patientIds: PatientIds
  /** Number of anonymised records, which have no id (REQ-CON-08). */
  readonly anonymous: number
  readonly leftOut: LeftOut
  readonly groups: SmallGroups
}

/** Exact or coarser values, and why exact ones are needed (REQ-EXP-06, REQ-EXP-07). */
export type Precision = { readonly generalise: boolean; readonly reason: string | undefined }

export type Export = AlarmedExport & {
  readonly precision: Precision
  readonly format: ExportFormat
  readonly filter: { readonly id: number; readonly version: number }
  /** The study whose participants the file has. */
  readonly studyId: string | null
  readonly columns: readonly string[]
  /** The moment of the data. */
  readonly asOf: string
  /** The first export with the same bytes, if this one repeats it (REQ-EXP-11). */
  readonly repeats: string | null
  readonly language: Language
}

/** Stores the manifest with its read trace and alarms. Its transaction must commit before the first byte (REQ-EXP-04). */
export const storeManifest = async (
  deps: Deps,
  tx: Transaction,
  caller: Caller,
  exported: Export,
  { total, patientIds, anonymous, leftOut, groups }: ChosenPatients,
): Promise<void> => {
  const { id, asRole, format, filter, studyId, columns, precision, asOf, repeats, language } = exported
  const setHash = await hashPatientSet(deps.keyedHash, patientIds)
  const subject = `${studyId === null ? '' : `study ${studyId}, `}filter ${filter.id} version ${filter.version}`
  // The manifest contains the patient ids.
  caller.recordRead({ whose: `${subject} as ${asRole}, export ${id}`, columns, count: total, setHash })
  caller.note(
    `export ${id}${repeats === null ? '' : ` repeats ${repeats}`}: ${subject}, ${format}, ${columns.length} columns, ${total} patients`,
  )
  await addExportPatients(tx, id, patientIds)
  await raiseAlarms(deps, tx, caller, exported, { total, setHash, studyId })
  await insertManifest(tx, {
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
    columns: [...columns],
    setHash,
    anonymous,
    excludedNoConsent: leftOut.noConsent,
    excludedNoAnswer: leftOut.noAnswer,
    excludedNoValue: leftOut.noValue,
    uniqueRows: groups.alone,
    rowsInSmallGroups: groups.inSmallGroups,
    generalised: precision.generalise,
    reason: precision.reason ?? null,
  })
}
