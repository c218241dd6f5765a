import type { DataDomain, FieldDefinition, FieldTable } from './field-definition.ts'
import { chelation } from './sections/chelation.ts'
import { complications } from './sections/complications.ts'
import { covid } from './sections/covid.ts'
import { diagnosis } from './sections/diagnosis.ts'
import { gene } from './sections/gene.ts'
import { hospitalization } from './sections/hospitalization.ts'
import { instrumental } from './sections/instrumental.ts'
import { laboratory } from './sections/laboratory.ts'
import { misc } from './sections/misc.ts'
import { personalData } from './sections/personal-data.ts'
import { specialTreatment } from './sections/special-treatment.ts'
import { surgery } from './sections/surgery.ts'
import { transfusion } from './sections/transfusion.ts'

export const medicalSections = {
  Misc: misc,
  Diagnosis: diagnosis,
  Complications: complications,
  Surgery: surgery,
  Hospitalization: hospitalization,
  Transfusion: transfusion,
  Chelation: chelation,
  SpecialTreatment: specialTreatment,
  Gene: gene,
  Laboratory: laboratory,
  Instrumental: instrumental,
  Covid: covid,
} as const

export const sections = { 'Personal Data': personalData, ...medicalSections } as const

export type SectionName = keyof typeof sections
export type MedicalSection = keyof typeof medicalSections
type FieldNamesIn<S> = { [K in keyof S]: keyof S[K] }[keyof S]
export type PatientFieldName = keyof typeof personalData
export type MedicalFieldName = FieldNamesIn<typeof medicalSections> & string
export type FieldName = PatientFieldName | MedicalFieldName

/** A dictionary entry with its place. `column` is the name in the database. */
export type Field = FieldDefinition & {
  readonly name: FieldName
  readonly column: string
  readonly dataDomain: DataDomain
  readonly section: SectionName
  readonly table: FieldTable
}

const listSectionFields = (section: SectionName): Field[] =>
  Object.entries<FieldDefinition>(sections[section]).map(([name, definition]) => ({
    ...definition,
    name: name as FieldName,
    column: definition.column ?? name.toLowerCase(),
    dataDomain: section === 'Personal Data' ? 'PATIENT' : 'MEDICAL_DATA',
    section,
    table: definition.table ?? 'patient_medical',
  }))

/** All fields of the registry in dictionary order (REQ-CRF-01). */
export const fields: readonly Field[] = (Object.keys(sections) as SectionName[]).flatMap(listSectionFields)
export const patientFields = fields.filter((field) => field.dataDomain === 'PATIENT')
export const medicalFields = fields.filter((field) => field.dataDomain === 'MEDICAL_DATA')

const byLowerName = new Map(fields.map((field) => [field.name.toLowerCase(), field]))

/** Finds a field by name in any letter case. Returns `undefined` for an unknown name. */
export const findField = (name: string): Field | undefined => byLowerName.get(name.trim().toLowerCase())

/** Returns the field of a name known at compile time. */
export const getField = (name: FieldName): Field => {
  const field = byLowerName.get(name.toLowerCase())
  if (!field) throw new Error(`The dictionary has no field ${name}`)
  return field
}

/** Whether the field is a free-text note, which may name people. Filters include it only if it is selected by name. */
export const isFreeText = ({ type, dataDomain }: Field): boolean => type === 'string' && dataDomain === 'MEDICAL_DATA'

/** Fields that filters may use and export. The excluded ones identify people (REQ-FIL-03). */
export const filterableFields = fields.filter((field) => field.filterable !== false)
