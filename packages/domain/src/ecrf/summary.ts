import { yearsBetween } from '../calendar.ts'
import type { FieldName } from '../fields/dictionary.ts'
import type { PatientRecord } from '../fields/values.ts'

/** The values that a haematologist reads first, after age and sex (REQ-CRF-09). */
export const summaryFields = [
  'SEX',
  'DIAGNOSIS',
  'GENOTYPE',
  'FENOTYPE',
  'BLOOD_GROUP',
  'IMMUNIZATION',
  'WEIGHT',
  'HB_LAST',
  'FERRITIN_LAST',
  'LIC_LAST',
  'T2_HEART_LAST',
] as const satisfies readonly FieldName[]

/** The age in whole years: today's, or at death; undefined without a date of birth. */
export const findAge = ({ DOB: born, DEAD_DATE: died }: PatientRecord, today: string): number | undefined =>
  typeof born === 'string' ? yearsBetween(born, typeof died === 'string' ? died : today) : undefined

export const recordAlerts = [
  'cardiac-iron',
  'liver-iron',
  'ferritin',
  'deferasirox-contraindicated',
  'compliance',
  'antibodies',
  'asplenia',
  'no-mri',
] as const
export type RecordAlert = (typeof recordAlerts)[number]

const isBelow = (record: PatientRecord, name: FieldName, limit: number): boolean => {
  const value = record[name]
  return typeof value === 'number' && value < limit
}
const isAbove = (record: PatientRecord, name: FieldName, limit: number): boolean => {
  const value = record[name]
  return typeof value === 'number' && value > limit
}
const isFilled = (record: PatientRecord, name: FieldName): boolean => (record[name] ?? null) !== null

const adherences = ['ICT_DFO_COMPLIANCE', 'ICT_DFP_COMPLIANCE', 'ICT_DFX_COMPLIANCE', 'ICT_OTHER_COMPLIANCE'] as const

/** The values that the alerts need, in addition to those of the summary. */
export const alertFields = ['EGFR_LAST', 'ICT_DFX_DOSAGE', 'SPLENECTOMY', ...adherences] as const satisfies readonly FieldName[]

/** A record as far as its alerts need it. */
export type AlertSource = {
  readonly values: PatientRecord
  readonly consents: { readonly medical: boolean }
  /** The day of the last LIC or T2*; null if the record has none. */
  readonly lastMri: string | null
}

/** The years after which a living patient needs a new MRI. */
export const mriYears = 2

const isMriDue = ({ values, consents, lastMri }: AlertSource, today: string): boolean =>
  consents.medical && !isFilled(values, 'DEAD_DATE') && (lastMri === null || yearsBetween(lastMri, today) >= mriYears)

const conditions: Readonly<Record<Exclude<RecordAlert, 'no-mri'>, (record: PatientRecord) => boolean>> = {
  'cardiac-iron': (record) => isBelow(record, 'T2_HEART_LAST', 10),
  'liver-iron': (record) => isAbove(record, 'LIC_LAST', 15),
  ferritin: (record) => isAbove(record, 'FERRITIN_LAST', 2500),
  'deferasirox-contraindicated': (record) => isBelow(record, 'EGFR_LAST', 60) && isFilled(record, 'ICT_DFX_DOSAGE'),
  compliance: (record) => adherences.some((name) => isBelow(record, name, 80)),
  antibodies: (record) => isFilled(record, 'IMMUNIZATION') && record.IMMUNIZATION !== 'NONE',
  asplenia: ({ SPLENECTOMY }) => SPLENECTOMY === true,
}

/** Summary for a clinician before a visit. */
export const listAlerts = (source: AlertSource, today: string): readonly RecordAlert[] =>
  recordAlerts.filter((alert) => (alert === 'no-mri' ? isMriDue(source, today) : conditions[alert](source.values)))
