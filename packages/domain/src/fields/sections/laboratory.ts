import type { FieldDefinition, Translations } from '../field-definition.ts'

type Analyte = {
  readonly label: Translations
  readonly hint?: Translations
  readonly unit?: string
  readonly min: number
  readonly max: number
  readonly warnMin?: number
  readonly warnMax?: number
  readonly loinc?: string
}

const analytes = {
  HB: { label: { it: 'Emoglobina', en: 'Haemoglobin' }, hint: { it: 'Pre-trasfusionale se il paziente è trasfuso', en: 'Pre-transfusion when transfused' }, unit: 'g/dL', min: 2, max: 22, warnMin: 6, warnMax: 15, loinc: '718-7' },
  FERRITIN: { label: { it: 'Ferritina', en: 'Ferritin' }, unit: 'ng/mL', min: 1, max: 50000, warnMin: 10, warnMax: 10000, loinc: '2276-4' },
  ALT: { label: { it: 'ALT', en: 'ALT' }, hint: { it: 'Alanina aminotransferasi', en: 'Alanine aminotransferase' }, unit: 'U/L', min: 1, max: 10000, warnMin: 5, warnMax: 300, loinc: '1742-6' },
  AST: { label: { it: 'AST', en: 'AST' }, hint: { it: 'Aspartato aminotransferasi', en: 'Aspartate aminotransferase' }, unit: 'U/L', min: 1, max: 10000, warnMin: 5, warnMax: 300, loinc: '1920-8' },
  GGT: { label: { it: 'GGT', en: 'GGT' }, hint: { it: 'Gamma-glutamil transferasi', en: 'Gamma-glutamyl transferase' }, unit: 'U/L', min: 1, max: 5000, warnMin: 3, warnMax: 300, loinc: '2324-2' },
  BILIRUBIN: { label: { it: 'Bilirubina totale', en: 'Total bilirubin' }, unit: 'mg/dL', min: 0.05, max: 80, warnMin: 0.2, warnMax: 10, loinc: '1975-2' },
  CREATININE: { label: { it: 'Creatinina', en: 'Creatinine' }, hint: { it: 'Siero o plasma', en: 'Serum or plasma' }, unit: 'mg/dL', min: 0.05, max: 25, warnMin: 0.2, warnMax: 2, loinc: '2160-0' },
  EGFR: { label: { it: 'Filtrato glomerulare stimato', en: 'Estimated GFR' }, hint: { it: 'Con la formula in uso nel centro; CKD-EPI negli adulti', en: 'By the formula the centre uses; CKD-EPI in adults' }, unit: 'mL/min/{1.73_m2}', min: 1, max: 300, warnMin: 60, warnMax: 200, loinc: '69405-9' },
  APP: { label: { it: 'APP', en: 'APP' }, hint: { it: 'Numero senza unità, come lo riporta il laboratorio del centro', en: "Number without unit, as the centre's laboratory reports it" }, min: 0, max: 100000 },
} as const satisfies Record<string, Analyte>

const statistics = {
  LAST: { label: { it: 'ultimo valore', en: 'last value' }, hint: { it: 'Risultato più recente dell’anno', en: 'Most recent result of the year' } },
  MEAN: { label: { it: 'media', en: 'mean' }, hint: { it: 'Media aritmetica degli ultimi 12 mesi', en: 'Arithmetic mean over the last 12 months' } },
  MEDIAN: { label: { it: 'mediana', en: 'median' }, hint: { it: 'Mediana degli ultimi 12 mesi', en: 'Median over the last 12 months' } },
  MAX: { label: { it: 'massimo', en: 'maximum' }, hint: { it: 'Risultato più alto degli ultimi 12 mesi', en: 'Highest result of the last 12 months' } },
  MIN: { label: { it: 'minimo', en: 'minimum' }, hint: { it: 'Risultato più basso degli ultimi 12 mesi', en: 'Lowest result of the last 12 months' } },
} as const satisfies Record<string, { label: Translations; hint: Translations }>

export type AnalyteName = keyof typeof analytes
export type Statistic = keyof typeof statistics
type LaboratoryField = AnalyteName | `${AnalyteName}_${Statistic}`

export const analyteNames = Object.keys(analytes) as readonly AnalyteName[]

export const statisticNames = Object.keys(statistics) as readonly Statistic[]
export const getStatisticLabel = (statistic: Statistic): Translations => statistics[statistic].label

const buildAnalyteFields = (name: AnalyteName): [LaboratoryField, FieldDefinition][] => {
  const analyte: Analyte = analytes[name]
  const base: FieldDefinition = { type: 'float', ...analyte }
  const buildStatisticField = (statistic: Statistic): [LaboratoryField, FieldDefinition] => {
    const { label, hint } = statistics[statistic]
    return [
      `${name}_${statistic}`,
      { ...base, hint, ...(statistic === 'LAST' && { proposedFrom: name }), label: { it: `${analyte.label.it}: ${label.it}`, en: `${analyte.label.en}: ${label.en}` } },
    ]
  }
  return [[name, base], ...statisticNames.map(buildStatisticField)]
}

/** Each analyte has the value of the visit and five statistics of the year. */
export const laboratory = Object.fromEntries(analyteNames.flatMap(buildAnalyteFields)) as Readonly<Record<LaboratoryField, FieldDefinition>>
