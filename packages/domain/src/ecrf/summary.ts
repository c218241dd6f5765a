import { monthsBetween, yearsBetween } from '../calendar.ts'
import { evaluate } from '../expression/evaluate.ts'
import type { Expression } from '../expression/expression.ts'
import type { FieldName } from '../fields/dictionary.ts'
import type { PatientRecord } from '../fields/values.ts'
import { findValueDay, type ValueSources } from '../observations/value-sources.ts'
import { all, different, given, less, more, some, value, yes } from '../rules/combinators.ts'

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

/** The time since a day as people say it: in months up to two years, then in years. */
export type TimeSince = { readonly months: number; readonly years: number }
export const findTimeSince = (day: string, today: string): TimeSince => {
  const months = Math.max(0, monthsBetween(day, today))
  return months < 24 ? { months, years: 0 } : { months: 0, years: Math.floor(months / 12) }
}

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

const adherences = ['ICT_DFO_COMPLIANCE', 'ICT_DFP_COMPLIANCE', 'ICT_DFX_COMPLIANCE', 'ICT_OTHER_COMPLIANCE'] as const

/** The values that the alerts need, in addition to those of the summary. */
export const alertFields = ['EGFR_LAST', 'ICT_DFX_DOSAGE', 'SPLENECTOMY', ...adherences] as const satisfies readonly FieldName[]

/** A record as far as the rule of the MRI needs it. */
export type MriSource = {
  readonly medical: boolean
  readonly withdrawn: boolean
  readonly died: boolean
  /** The day of the last LIC or T2*; null if the record has none. */
  readonly lastMri: string | null
}

/** The years after which a living patient needs a new MRI. */
export const mriYears = 2

/** Whether a registered living patient with C_DB_M has no MRI for 24 months (REQ-CRF-09). The work list has the same rule as SQL. */
export const isMriDue = ({ medical, withdrawn, died, lastMri }: MriSource, today: string): boolean =>
  medical && !withdrawn && !died && (lastMri === null || yearsBetween(lastMri, today) >= mriYears)

/** The conditions of the alerts on the values of a record, for one record and for the work list of a centre. */
export const alertConditions: Readonly<Record<Exclude<RecordAlert, 'no-mri'>, Expression>> = {
  'cardiac-iron': less('T2_HEART_LAST', value(10)),
  'liver-iron': more('LIC_LAST', value(15)),
  ferritin: more('FERRITIN_LAST', value(2500)),
  'deferasirox-contraindicated': all(less('EGFR_LAST', value(60)), given('ICT_DFX_DOSAGE')),
  compliance: some(...adherences.map((name) => less(name, value(80)))),
  antibodies: different('IMMUNIZATION', value('NONE')),
  asplenia: yes('SPLENECTOMY'),
}

/** The value that an alert is about, where dated results can be its origin. */
const alertValues: Readonly<Partial<Record<RecordAlert, FieldName>>> = {
  'cardiac-iron': 'T2_HEART_LAST',
  'liver-iron': 'LIC_LAST',
  ferritin: 'FERRITIN_LAST',
  'deferasirox-contraindicated': 'EGFR_LAST',
}

const oldAfterMonths = 12

/** The time since the value of an alert, if it is at least a year old (REQ-CRF-09). */
export const findAlertAge = (alert: RecordAlert, sources: ValueSources, today: string): TimeSince | undefined => {
  const mark = sources[alertValues[alert] ?? '']
  if (!mark) return undefined
  const day = findValueDay(mark)
  return monthsBetween(day, today) >= oldAfterMonths ? findTimeSince(day, today) : undefined
}

/** A record as far as its alerts need it. */
export type AlertSource = {
  readonly values: PatientRecord
  readonly consents: { readonly medical: boolean }
  readonly withdrawn: boolean
  readonly lastMri: string | null
}

/** Summary for a clinician before a visit. */
export const listAlerts = ({ values, consents, withdrawn, lastMri }: AlertSource, today: string): readonly RecordAlert[] => {
  const died = (values.DEAD_DATE ?? null) !== null
  return recordAlerts.filter((alert) =>
    alert === 'no-mri'
      ? isMriDue({ medical: consents.medical, withdrawn, died, lastMri }, today)
      : evaluate(alertConditions[alert], values, { today }) === true,
  )
}
