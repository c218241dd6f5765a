import type { FieldName } from '../fields/dictionary.ts'
import type { PatientRecord } from '../fields/values.ts'
import type { RecordDay } from './record-days.ts'
import { isNumber, type Limits, type TimelineDataPoint } from './timeline.ts'
import { chelators, type Chelator } from './treatments.ts'

/** The lines that divide the iron square: LIC in mg/g of dry weight, T2* of the heart in ms. */
export const ironSquareLimits = { lic: 7, t2: 20 } as const
export type IronDataPoint = { readonly day: string; readonly lic: number; readonly t2: number }

/** Pairs of the LIC and cardiac T2* valid on each day with a new value. */
export const listIronPath = (days: readonly RecordDay[]): readonly IronDataPoint[] =>
  days.flatMap(({ day, record: { LIC_LAST: lic, T2_HEART_LAST: t2 }, changed }) =>
    (changed.has('LIC_LAST') || changed.has('T2_HEART_LAST')) && isNumber(lic) && isNumber(t2) ? [{ day, lic, t2 }] : [],
  )

/** The limits of the iron intake, in mg for each kilogram a day. */
export const intakeLimits = { limits: [0.3, 0.5], worse: 'above', bands: ['low', 'medium', 'high'] } as const satisfies Limits
const ironOfUnitMg = 200
const daysOfYear = 365
const intakeFields = ['TT_QTY', 'WEIGHT'] as const satisfies readonly FieldName[]

/** The iron of the transfused units for each kilogram a day, on each day with a new quantity or weight. A unit has about 200 mg. */
export const listIntake = (days: readonly RecordDay[]): readonly TimelineDataPoint[] =>
  days.flatMap(({ day, record: { TT_QTY: units, WEIGHT: weight }, changed }) =>
    intakeFields.some((name) => changed.has(name)) && isNumber(units) && isNumber(weight) && weight > 0
      ? [{ day, value: (units * ironOfUnitMg) / weight / daysOfYear }]
      : [],
  )

type DoseFields = readonly [dose: FieldName, prescription: FieldName, compliance: FieldName]
const listDoseFields = (drug: Chelator): DoseFields => [`ICT_${drug}_DOSAGE`, `ICT_${drug}_PRESCRIPTION`, `ICT_${drug}_COMPLIANCE`]
export const doseFields: readonly FieldName[] = chelators.flatMap(listDoseFields)

const findDose = (record: PatientRecord, drug: Chelator): number | undefined => {
  const [dose, daysOfWeek, percent] = listDoseFields(drug).map((name) => record[name])
  return isNumber(dose) && isNumber(daysOfWeek) && isNumber(percent) ? (dose * daysOfWeek * percent) / 700 : undefined
}

/** The patient's average doses in mg for each kilogram a day: dosage, days of the week and compliance. */
export type DoseDataPoint = { readonly day: string; readonly doses: Readonly<Partial<Record<Chelator, number>>> }

export const listDoses = (days: readonly RecordDay[]): readonly DoseDataPoint[] =>
  days.flatMap(({ day, record, changed }) => {
    const doses = chelators.flatMap((drug) => {
      const dose = findDose(record, drug)
      return dose === undefined ? [] : [[drug, dose] as const]
    })
    return doses.length > 0 && doseFields.some((name) => changed.has(name)) ? [{ day, doses: Object.fromEntries(doses) }] : []
  })
