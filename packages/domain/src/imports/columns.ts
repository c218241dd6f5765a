import { findField, medicalFields, patientFields, type Field } from '../fields/dictionary.ts'

/** The files that a centre sends for its patients (spec 2, section 7; D4). */
export type ImportCommand = 'createPatients' | BlockCommand
export type BlockCommand = 'putPersonalData' | 'putMedicalData'

/** The columns of createPatients as D4 names them, and the request of a person who withdrew to come back (D5). */
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
] as const
export type RegistrationColumn = (typeof registrationColumns)[number]

/** Without these columns no patient can be registered (spec 2, section 5: code, surname, name and login mode are required). */
export const requiredRegistrationColumns: readonly RegistrationColumn[] = ['CENTER_ID', 'SURNAME', 'NAME', 'LOGIN_MODE']

/**
 * What a file's column does: `key` finds the patient, `store` is written; `agree` must be as registered or the row is refused, since it
 * is about somebody else; `keep` is left as registered and told when it differs; `derived` is told and passed over (RULE-33).
 */
export type ColumnUse = 'key' | 'store' | 'agree' | 'keep' | 'derived'
export type BlockColumn = { readonly field: Field; readonly use: ColumnUse }

/** Whose record it is: names and centre are checked, not changed (D5; domain.md, section 7). */
const agreeing: ReadonlySet<string> = new Set(['center_code', 'SURNAME', 'NAME'])

const findColumnUse = (field: Field): ColumnUse => {
  if (field.name === 'CENTER_ID') return 'key'
  if (agreeing.has(field.name)) return 'agree'
  if (field.table === 'patient_personal') return 'store'
  // Contacts are the patient's to confirm, consents the ledger's (D5, D8).
  return field.table === 'patient_medical' ? (field.derived ? 'derived' : 'store') : 'keep'
}

const buildBlockColumns = (fields: readonly Field[]): readonly BlockColumn[] => {
  const key = findField('CENTER_ID')
  if (!key) throw new Error('the dictionary has no CENTER_ID')
  return [key, ...fields.filter((field) => field !== key)].map((field) => ({ field, use: findColumnUse(field) }))
}

/** The columns that a file for a block may have: CENTER_ID and any field of the block (D4). */
export const blockColumns: Readonly<Record<BlockCommand, readonly BlockColumn[]>> = {
  putPersonalData: buildBlockColumns(patientFields),
  putMedicalData: buildBlockColumns(medicalFields),
}
