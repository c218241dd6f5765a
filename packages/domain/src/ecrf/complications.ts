import type { FieldName } from '../fields/dictionary.ts'
import type { PatientRecord } from '../fields/values.ts'
import { toItalianDay, type ChartChange } from './record-days.ts'

/** The complications of a record by organ, each once (REQ-CRF-13). */
export const complicationGroups = {
  heart: ['CARDIOMIOPATHIES', 'CONGESTIVE_HEART_FAILURE', 'HEART_FAILURE', 'ARRHYTHMIA', 'PULMONARY_HYPERTENSION'],
  liver: ['LIVER_DISEASE', 'LIVER_CIRRHOSIS', 'HCC'],
  endocrine: ['HYPOTHYROIDISM', 'HYPOPARATHYROIDISM', 'DIABETES', 'HYPOGANADISM', 'HYPOCORTISOLISM'],
  bone: ['SKELETAL_PROBLEMS', 'OSTEOPOROSIS', 'OSTEONECROSIS'],
  vascular: ['THROMBOSIS', 'STROKE', 'VOC', 'ACUTE_CHEST_SYNDROME', 'SPLENIC_SEQUESTRATION', 'LEG_ULCERS', 'PRIAPISM'],
  infection: ['HBV', 'HCV'],
  spleen: ['SPLENOMEGALY', 'SPLENECTOMY', 'CHOLELITHIASIS', 'CHOLECISTECTOMY'],
  kidney: ['CHRONIC_KIDNEY_DISEASE', 'NEPHROLITHIASIS'],
  other: ['EYE_PROBLEMS', 'DENTAL_PROBLEMS'],
} as const satisfies Readonly<Record<string, readonly FieldName[]>>
export type ComplicationGroup = keyof typeof complicationGroups
export const complicationGroupNames = Object.keys(complicationGroups).filter(
  (name): name is ComplicationGroup => name in complicationGroups,
)

/** The days of operations, which are better known than the save that recorded them. */
const operationDays: Readonly<Partial<Record<FieldName, FieldName>>> = {
  SPLENECTOMY: 'SPLENECTOMY_DATE',
  CHOLECISTECTOMY: 'CHOLECISTECTOMY_DATE',
}

export type SeenComplication = { readonly field: FieldName; readonly year: string | undefined }

/** The first year of a complication: that of the operation, or of the first save with it. */
const findYear = (changes: readonly ChartChange[], record: PatientRecord, field: FieldName): string | undefined => {
  const dated = operationDays[field]
  const day = dated && record[dated]
  if (typeof day === 'string') return day.slice(0, 4)
  const [first] = changes
    .filter(({ field: changed, new: value }) => changed === field && value === true)
    .toSorted((a, b) => a.at.localeCompare(b.at))
  return first && toItalianDay(first.at).slice(0, 4)
}

/** The present complications by group, with the number that each group can have. */
export const listComplications = (changes: readonly ChartChange[], record: PatientRecord) =>
  complicationGroupNames.map((group) => {
    const fields: readonly FieldName[] = complicationGroups[group]
    const present = fields.filter((field) => record[field] === true)
    return {
      group,
      possible: fields.length,
      present: present.map((field): SeenComplication => ({ field, year: findYear(changes, record, field) })),
    }
  })
