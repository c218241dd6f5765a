import type { Language } from '../language.ts'
import type { Translations } from './field-definition.ts'

/** Labels of units whose UCUM code differs from the usual spelling. */
const unitLabels: Readonly<Record<string, Translations>> = {
  d: { it: 'giorni', en: 'days' },
  'd/wk': { it: 'giorni/settimana', en: 'days/week' },
  'mg/kg/d': { it: 'mg/kg/giorno', en: 'mg/kg/day' },
  'g/cm2': { it: 'g/cm²', en: 'g/cm²' },
  'mg/g{dry_wt}': { it: 'mg/g di peso secco', en: 'mg/g dry weight' },
  'umol/L': { it: 'µmol/L', en: 'µmol/L' },
  'umol/g{dry_wt}': { it: 'µmol/g di peso secco', en: 'µmol/g dry weight' },
  'mL/min/{1.73_m2}': { it: 'mL/min/1,73 m²', en: 'mL/min/1.73 m²' },
  '{Z-score}': { it: 'Z-score', en: 'Z-score' },
  '{T-score}': { it: 'T-score', en: 'T-score' },
  '{admissions}/a': { it: 'ricoveri/anno', en: 'admissions/year' },
  '{RBC_units}/a': { it: 'unità di emazie/anno', en: 'red-cell units/year' },
}

/** Formats a unit, which the dictionary contains as UCUM code. */
export const formatUnit = (unit: string, language: Language): string => unitLabels[unit]?.[language] ?? unit

const buildFormat = (locale: string, useGrouping: 'always' | false) =>
  new Intl.NumberFormat(locale, { useGrouping, maximumFractionDigits: 20 })

const measurementFormats = { it: buildFormat('it-IT', 'always'), en: buildFormat('en-GB', 'always') } as const satisfies Record<
  Language,
  Intl.NumberFormat
>
const plainFormats = { it: buildFormat('it-IT', false), en: buildFormat('en-GB', false) } as const satisfies Record<
  Language,
  Intl.NumberFormat
>

/** Formats a measured value to read, never rounded, with the thousands and decimal marks of the language. */
export const formatMeasurement = (number: number, language: Language): string => measurementFormats[language].format(number)

/**
 * Formats a number that people type or copy, never rounded. It has no thousands mark, because another program could read it as the
 * decimal mark of the other language.
 */
export const formatPlainNumber = (number: number, language: Language): string => plainFormats[language].format(number)
