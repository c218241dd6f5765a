import type { Translations } from '../fields/field-definition.ts'

/** Days from the patient's first result, or dates, which are chosen: series of dates make patients recognisable (REQ-EXP-15). */
export const resultDays = ['days', 'dates'] as const
export type ResultDays = (typeof resultDays)[number]

type ResultColumn = { readonly name: string; readonly type: 'string' | 'number' | 'date'; readonly label: Translations }

/** The number of a patient, which joins the two files of a package and means nothing outside it. */
export const patientNumber = {
  name: 'PATIENT_NUMBER',
  type: 'number',
  label: { it: 'Numero del paziente in questo pacchetto', en: 'Number of the patient in this package' },
} as const satisfies ResultColumn

const dayColumns = {
  days: {
    name: 'DAY',
    type: 'number',
    label: { it: 'Giorni dal primo risultato del paziente', en: 'Days from the first result of the patient' },
  },
  dates: { name: 'TAKEN_ON', type: 'date', label: { it: 'Giorno del prelievo o dell’esame', en: 'Day of the sample or examination' } },
} as const satisfies Record<ResultDays, ResultColumn>

/** The columns of `observations.csv`, one result in each row. */
export const listResultColumns = (days: ResultDays): readonly ResultColumn[] => [
  patientNumber,
  { name: 'ANALYTE', type: 'string', label: { it: 'Esame', en: 'Test' } },
  { name: 'VALUE', type: 'number', label: { it: 'Valore nell’unità del registro', en: 'Value in the unit of the registry' } },
  {
    name: 'COMPARATOR',
    type: 'string',
    label: { it: '< o >: il valore è un limite', en: '< or >: the value is a limit' },
  },
  { name: 'UNIT', type: 'string', label: { it: 'Unità di misura del registro', en: 'Unit of the registry' } },
  dayColumns[days],
]

/** Returns the days that the results of an export have, by its columns; undefined without results. */
export const findResultDays = (columns: readonly string[]): ResultDays | undefined =>
  resultDays.find((days) => columns.includes('ANALYTE') && columns.includes(dayColumns[days].name))
