import type { ObservationPart } from '../observations/observation.ts'
import { findField, medicalFields, patientFields, type Field } from '../fields/dictionary.ts'

/** The imports of a centre, by their legacy names (REQ-IMP-07). */
export const importCommands = ['createPatients', 'putPersonalData', 'putMedicalData', 'putObservations'] as const
export type ImportCommand = (typeof importCommands)[number]
export type DataDomainCommand = Exclude<ImportCommand, 'createPatients' | 'putObservations'>

/**
 * The columns of createPatients (REQ-IMP-07). ASKS_TO_RETURN is the request of a withdrawn person (REQ-PAT-06). A patient with a guardian
 * needs no LOGIN_MODE (REQ-GRD-01).
 */
export const registrationColumns = [
  'CENTER_ID',
  'SURNAME',
  'NAME',
  'LOGIN_MODE',
  'EMAIL',
  'MOBILE_PREFIX',
  'MOBILE',
  'C_DB',
  'LANG',
  'ASKS_TO_RETURN',
  'BIRTH_DATE',
  'GUARDIAN_SURNAME',
  'GUARDIAN_NAME',
  'GUARDIAN_EMAIL',
  'GUARDIAN_MOBILE',
] as const
export type RegistrationColumn = (typeof registrationColumns)[number]

export const requiredRegistrationColumns: readonly RegistrationColumn[] = ['CENTER_ID', 'SURNAME', 'NAME', 'LOGIN_MODE']

/** The columns of a file of dated results, one result in each row (REQ-OBS-07). */
export const observationColumns = ['CENTER_ID', 'ANALYTE', 'VALUE', 'UNIT', 'TAKEN_ON', 'COMPARATOR', 'SAMPLE_ID'] as const
export type ObservationColumn = (typeof observationColumns)[number]

/** The column of each part of a result. */
export const columnByPart = {
  analyte: 'ANALYTE',
  value: 'VALUE',
  unit: 'UNIT',
  takenOn: 'TAKEN_ON',
  comparator: 'COMPARATOR',
  sample: 'SAMPLE_ID',
} as const satisfies Record<ObservationPart, ObservationColumn>

export const requiredObservationColumns: readonly ObservationColumn[] = ['CENTER_ID', 'ANALYTE', 'VALUE', 'UNIT', 'TAKEN_ON']

/** The column that a file of rejected rows adds. Imports ignore it, so that the corrected file can be sent again. */
export const rejectionReasonColumn = 'REFUSAL_REASON'

/**
 * The use of a column: `key` finds the patient, `store` is written, and `derived` is reported and ignored (RULE-33).
 * `agree` must equal the registered value, otherwise the row concerns another person and is rejected.
 * `keep` is never written and reported if it differs.
 */
export type ColumnUse = 'key' | 'store' | 'agree' | 'keep' | 'derived'
export type DataDomainColumn = { readonly field: Field; readonly use: ColumnUse }

/** Columns that identify the person. An import checks and never changes them (REQ-PAT-09). */
const agreeing: ReadonlySet<string> = new Set(['center_code', 'SURNAME', 'NAME'])

const findColumnUse = (field: Field): ColumnUse => {
  if (field.name === 'CENTER_ID') return 'key'
  if (agreeing.has(field.name)) return 'agree'
  if (field.table === 'patient_personal') return 'store'
  // Only the patient changes contacts, and only the ledger changes consents (REQ-PAT-10, REQ-CON-04).
  return field.table === 'patient_medical' ? (field.derived ? 'derived' : 'store') : 'keep'
}

const listDataDomainColumns = (fields: readonly Field[]): readonly DataDomainColumn[] => {
  const key = findField('CENTER_ID')
  if (!key) throw new Error('the dictionary has no CENTER_ID')
  return [key, ...fields.filter((field) => field !== key)].map((field) => ({ field, use: findColumnUse(field) }))
}

/** The columns that the file of a data domain may have: CENTER_ID and the fields of the data domain (REQ-IMP-07). */
export const dataDomainColumns: Readonly<Record<DataDomainCommand, readonly DataDomainColumn[]>> = {
  putPersonalData: listDataDomainColumns(patientFields),
  putMedicalData: listDataDomainColumns(medicalFields),
}

/** The fields that one save of the e-CRF may have: those of both data domains. */
export const recordColumns: readonly DataDomainColumn[] = listDataDomainColumns([...patientFields, ...medicalFields])

/** The columns of the files of records. Those of results are common words, so that other files do not know them. */
const columnsByImport: Readonly<Record<Exclude<ImportCommand, 'putObservations'>, readonly string[]>> = {
  putPersonalData: dataDomainColumns.putPersonalData.map(({ field }) => field.name),
  putMedicalData: dataDomainColumns.putMedicalData.map(({ field }) => field.name),
  createPatients: registrationColumns,
}

export const findImportOfColumn = (name: string): ImportCommand | undefined =>
  (['putPersonalData', 'putMedicalData', 'createPatients'] as const).find((command) => columnsByImport[command].includes(name))

/** The columns of other imports, which this one ignores and reports (REQ-IMP-04). */
export const listForeignColumns = (command: ImportCommand): readonly string[] => {
  const columns = command === 'putObservations' ? observationColumns : columnsByImport[command]
  const own = new Set(columns.map((name) => name.toLowerCase()))
  return Object.values(columnsByImport)
    .flat()
    .filter((name) => !own.has(name.toLowerCase()))
}
