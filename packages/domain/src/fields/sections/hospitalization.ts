import type { Section } from '../field-definition.ts'

export const hospitalization = {
  HOSPEDALIZATIONS: { type: 'integer', unit: '{admissions}/a', min: 0, max: 100, warnMax: 12, label: { it: 'Numero di ricoveri', en: 'Number of admissions' }, hint: { it: 'Negli ultimi 12 mesi; escluse le trasfusioni in day hospital', en: 'In the last 12 months; day-hospital transfusions excluded' } },
  HOSPEDAL_DAYS: { type: 'integer', unit: 'd', min: 0, max: 366, warnMax: 90, label: { it: 'Giorni di ricovero', en: 'Days in hospital' }, hint: { it: 'Totale negli ultimi 12 mesi', en: 'Total in the last 12 months' } },
  HOSPEDAL_CAUSES: { type: 'choices', referenceTable: 'icd9', label: { it: 'Cause di ricovero', en: 'Causes of admission' }, hint: { it: 'Codici ICD-9-CM, anche più di uno', en: 'ICD-9-CM codes, one or more' } },
} as const satisfies Section
