import type { FieldName } from '../fields/dictionary.ts'
import type { PatientRecord } from '../fields/values.ts'
import { complicationGroups } from './complications.ts'
import type { RecordDay } from './record-days.ts'
import { listDataPoints, type TimelineDataPoint } from './timeline.ts'
import { chelators } from './treatments.ts'

/** The fields of the current treatment, as a sheet for a visit lists them (REQ-CRF-14). */
export const therapyFields: readonly FieldName[] = [
  'TT',
  'TT_START',
  'ICT_TYPE',
  'ICT_START',
  ...chelators.flatMap((drug) => [`ICT_${drug}_DOSAGE`, `ICT_${drug}_PRESCRIPTION`, `ICT_${drug}_COMPLIANCE`] as const),
  'HU_TERAPY_TYPE',
  'LUS_TERAPY_TYPE',
]

export const listTherapy = (record: PatientRecord): readonly FieldName[] => therapyFields.filter((name) => (record[name] ?? null) !== null)

export const complicationFields: readonly FieldName[] = [...new Set(Object.values(complicationGroups).flat())]

export const listPresentComplications = (record: PatientRecord): readonly FieldName[] =>
  complicationFields.filter((name) => record[name] === true)

/** The values whose course matters at a visit. */
export const trendFields = ['FERRITIN_LAST', 'HB_LAST', 'LIC_LAST', 'T2_HEART_LAST'] as const satisfies readonly FieldName[]

/** The values of a trend on a sheet, each of another day. */
export const shownOfTrend = 3

/** The last three values of a field with their days, the newest first. */
export const listTrend = (days: readonly RecordDay[], field: FieldName): readonly TimelineDataPoint[] =>
  listDataPoints(days, field).slice(-shownOfTrend).toReversed()
