import { yearsBetween } from '../calendar.ts'
import { boneLimits, boneSites } from '../ecrf/bone.ts'
import { type Band, findBand, isNumber, type Limits, timelineFieldNames, timelineFields, yearlyAnalytes } from '../ecrf/timeline.ts'
import type { FieldName } from '../fields/dictionary.ts'
import type { Translations } from '../fields/field-definition.ts'
import type { PatientRecord } from '../fields/values.ts'

/** The bands in words for patients. They compare with usual limits and give no advice. */
export const bandLabels: Readonly<Record<Band, Translations>> = {
  'no-overload': { it: 'senza accumulo', en: 'no overload' },
  mild: { it: 'accumulo lieve', en: 'mild overload' },
  moderate: { it: 'accumulo medio', en: 'moderate overload' },
  severe: { it: 'accumulo alto', en: 'high overload' },
  low: { it: 'basso', en: 'low' },
  medium: { it: 'medio', en: 'medium' },
  usual: { it: 'abituale', en: 'usual' },
  high: { it: 'alto', en: 'high' },
  'very-high': { it: 'molto alto', en: 'very high' },
  'below-target': { it: 'sotto l’obiettivo', en: 'below target' },
  target: { it: 'nell’obiettivo', en: 'on target' },
  'above-target': { it: 'sopra l’obiettivo', en: 'above target' },
  normal: { it: 'abituale', en: 'usual' },
  osteopenia: { it: 'un po’ bassa', en: 'somewhat low' },
  osteoporosis: { it: 'bassa', en: 'low' },
}

const adultAge = 18
/** Their limits are those of adults. */
const adultFields: readonly FieldName[] = ['ALT_LAST', 'CREATININE_LAST']
/** The target of haemoglobin is that of people with regular transfusions. */
const regularTransfusion = 'REGULAR'

const bones = boneSites.map((site) => [`DEXA_${site}_T`, boneLimits] as const)
const limitsByField = new Map<FieldName, Limits>([
  ...timelineFieldNames.map((name) => [name, timelineFields[name]] as const),
  ['FERRITIN', yearlyAnalytes.FERRITIN],
  ['FERRITIN_LAST', yearlyAnalytes.FERRITIN],
  ['FERRITIN_MEAN', yearlyAnalytes.FERRITIN],
  ['HB', yearlyAnalytes.HB],
  ['HB_LAST', yearlyAnalytes.HB],
  ['HB_MEAN', yearlyAnalytes.HB],
  ...bones,
])

const applies = (name: FieldName, record: PatientRecord, today: string): boolean => {
  const { DOB: born, TT: regimen } = record
  if (adultFields.includes(name)) return typeof born === 'string' && yearsBetween(born, today) >= adultAge
  if (limitsByField.get(name) === yearlyAnalytes.HB) return regimen === regularTransfusion
  return true
}

/** The limits between the bands of a value, and the band in which the value is; undefined for a field or person without usual limits. */
export type OwnBand = { readonly limits: readonly number[]; readonly bands: readonly Band[]; readonly band: Band }

export const findOwnBand = (name: FieldName, record: PatientRecord, today: string): OwnBand | undefined => {
  const limits = limitsByField.get(name)
  const value = record[name]
  if (!limits || !isNumber(value) || !applies(name, record, today)) return undefined
  const band = findBand(limits, value)
  return band && { limits: limits.limits, bands: limits.bands, band }
}
