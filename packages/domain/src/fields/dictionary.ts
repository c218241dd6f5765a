import { computedFields } from './computed-fields.ts'
import type { DataDomain, FieldDefinition, FieldTable, Section } from './field-definition.ts'
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
type ComputedFieldName = FieldNamesIn<typeof computedFields> & string
export type FieldName = PatientFieldName | MedicalFieldName | ComputedFieldName

/** A dictionary entry with its place. `column` is the name in the database. */
export type Field = FieldDefinition & {
  readonly name: FieldName
  readonly column: string
  readonly dataDomain: DataDomain
  readonly section: SectionName
  readonly table: FieldTable
}

const toFields = (section: SectionName, definitions: Section = {}): Field[] =>
  Object.entries<FieldDefinition>(definitions).map(([name, definition]) => ({
    ...definition,
    name: name as FieldName,
    column: definition.column ?? name.toLowerCase(),
    dataDomain: section === 'Personal Data' ? 'PATIENT' : 'MEDICAL_DATA',
    section,
    table: definition.table ?? 'patient_medical',
  }))

const sectionNames = Object.keys(sections) as SectionName[]
const computedBySection: Readonly<Partial<Record<SectionName, Section>>> = computedFields

/** All fields that a record stores, in dictionary order (REQ-CRF-01). */
export const fields: readonly Field[] = sectionNames.flatMap((section) => toFields(section, sections[section]))
export const patientFields = fields.filter((field) => field.dataDomain === 'PATIENT')
export const medicalFields = fields.filter((field) => field.dataDomain === 'MEDICAL_DATA')

/** The fields that a record stores, then in each section those that filters compute. */
const allFields = sectionNames.flatMap((section) => [
  ...fields.filter((field) => field.section === section),
  ...toFields(section, computedBySection[section]),
])
const byLowerName = new Map(allFields.map((field) => [field.name.toLowerCase(), field]))

/** Finds a field of filters, stored or computed, by name in any letter case. Returns `undefined` for an unknown name. */
export const findFilterField = (name: string): Field | undefined => byLowerName.get(name.trim().toLowerCase())

/** Finds a field of records by name in any letter case. Returns `undefined` for an unknown or computed name. */
export const findField = (name: string): Field | undefined => {
  const field = findFilterField(name)
  return field?.computed ? undefined : field
}

/** Returns the field of a name known at compile time. */
export const getField = (name: FieldName): Field => {
  const field = byLowerName.get(name.toLowerCase())
  if (!field) throw new Error(`The dictionary has no field ${name}`)
  return field
}

/** Whether the field is a free-text note, which may name people. Filters include it only if it is selected by name. */
export const isFreeText = ({ type, dataDomain }: Field): boolean => type === 'string' && dataDomain === 'MEDICAL_DATA'

/** Fields that filters may use and export. The excluded ones identify people (REQ-FIL-03). */
export const filterableFields = allFields.filter((field) => field.filterable !== false)
