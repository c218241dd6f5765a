import { getField, type Field, type FieldName } from '../fields/dictionary.ts'
import type { Translations } from '../fields/field-definition.ts'
import { analyteNames, statisticNames, type Statistic } from '../fields/sections/laboratory.ts'

/** The statistics that the registry computes from the dated results of an analyte. */
export type ObservedAnalyte = {
  readonly name: string
  /** The name in words: the field of a last value says so in its label. */
  readonly label: Translations
  /** The field with unit and limits of a result. */
  readonly field: Field
  /** The computed fields (REQ-OBS-04). */
  readonly statistics: readonly { readonly statistic: Statistic; readonly field: Field }[]
}

const removeLast = (label: string): string => label.replace(/, (?:ultimo|last)$/, '')

const buildAnalyte = (
  name: string,
  field: FieldName,
  statistics: Readonly<Partial<Record<Statistic, FieldName>>> = {},
): ObservedAnalyte => ({
  name,
  label: { it: removeLast(getField(field).label.it), en: removeLast(getField(field).label.en) },
  field: getField(field),
  statistics: statisticNames.flatMap((statistic) => {
    const computed = statistics[statistic]
    return computed === undefined ? [] : [{ statistic, field: getField(computed) }]
  }),
})

/**
 * The analytes with dated results: the laboratory with five statistics, MRI with the last value only, weight and liver
 * stiffness as series only. The field of the visit is never computed.
 */
export const observedAnalytes: readonly ObservedAnalyte[] = [
  ...analyteNames.map((name) =>
    buildAnalyte(name, name, {
      LAST: `${name}_LAST`,
      MEAN: `${name}_MEAN`,
      MEDIAN: `${name}_MEDIAN`,
      MAX: `${name}_MAX`,
      MIN: `${name}_MIN`,
    }),
  ),
  buildAnalyte('LIC', 'LIC_LAST', { LAST: 'LIC_LAST' }),
  buildAnalyte('T2_HEART', 'T2_HEART_LAST', { LAST: 'T2_HEART_LAST' }),
  buildAnalyte('T2_LIVER', 'T2_LIVER_LAST', { LAST: 'T2_LIVER_LAST' }),
  buildAnalyte('WEIGHT', 'WEIGHT'),
  buildAnalyte('FIBR_STIFFNESS', 'FIBR_STIFFNESS'),
]

const byName = new Map(observedAnalytes.map((analyte) => [analyte.name, analyte]))

/** Finds an analyte by its name in any letter case. */
export const findAnalyte = (name: string): ObservedAnalyte | undefined => byName.get(name.trim().toUpperCase())

const byLast = new Map(
  observedAnalytes.flatMap((analyte) =>
    analyte.statistics.flatMap(({ statistic, field }) => (statistic === 'LAST' ? [[field.name, analyte.name]] : [])),
  ),
)

/** Finds the analyte whose last value a field has. */
export const findAnalyteOfLast = (field: FieldName): string | undefined => byLast.get(field)

const byField = new Map(observedAnalytes.map((analyte) => [analyte.field.name, analyte]))

/** Finds the analyte whose results have the unit and limits of a field. */
export const findAnalyteOfField = (field: FieldName): ObservedAnalyte | undefined => byField.get(field)

/** The fields that the registry computes. */
export const computedStatistics: readonly Field[] = observedAnalytes.flatMap(({ statistics }) => statistics.map(({ field }) => field))
