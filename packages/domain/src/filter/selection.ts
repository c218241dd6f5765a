import { z } from 'zod'
import type { ErrorCode } from '../error-messages.ts'
import {
  filterableFields,
  findField,
  isFreeText,
  medicalSections,
  type Field,
  type FieldName,
  type MedicalSection,
} from '../fields/dictionary.ts'
import { findFieldNameError } from './field-name.ts'

/** All that the picker offers but free text, or the named fields. */
export type FieldNames = 'ALL' | FieldName[]

type MedicalSelection = Readonly<Partial<Record<MedicalSection, FieldNames | undefined>>>

/** Which columns a filter shows: personal ones, and medical ones by category; `ALL` is all but free text (D10). */
export type FieldSelection = { readonly PATIENT: FieldNames; readonly MEDICAL_DATA: MedicalSelection }

const withCode = (code: ErrorCode): { error: ErrorCode } => ({ error: code })

/** The medical categories in dictionary order. */
export const medicalCategories = Object.keys(medicalSections) as readonly MedicalSection[]

const categoryByLowerName = new Map(medicalCategories.map((category) => [category.toLowerCase(), category]))

const NamesInput = z.union([z.literal('ALL'), z.array(z.string()).max(300)])

const findNameError = (name: string, section: Field['section']): ErrorCode | undefined =>
  findFieldNameError(name) ?? (findField(name)?.section === section ? undefined : 'filter_field_misplaced')

const normaliseName = (name: string): readonly FieldName[] => {
  const field = findField(name)
  return field ? [field.name] : []
}

/** Names of fields of one section, in any letter case; each comes out once. Typed for those who write them. */
const FieldNamesOfSection = (section: Field['section']) =>
  z
    .preprocess((names: FieldNames): unknown => names, NamesInput)
    .transform((input, context): FieldNames => {
      if (input === 'ALL') return input
      for (const [index, name] of input.entries()) {
        const message = findNameError(name, section)
        if (message) context.addIssue({ code: 'custom', message, path: [index] })
      }
      return [...new Set(input.flatMap(normaliseName))]
    })

const optionalNames = (category: MedicalSection) => FieldNamesOfSection(category).optional()

const categories = {
  Misc: optionalNames('Misc'),
  Diagnosis: optionalNames('Diagnosis'),
  Complications: optionalNames('Complications'),
  Surgery: optionalNames('Surgery'),
  Hospitalization: optionalNames('Hospitalization'),
  Transfusion: optionalNames('Transfusion'),
  Chelation: optionalNames('Chelation'),
  SpecialTreatment: optionalNames('SpecialTreatment'),
  Gene: optionalNames('Gene'),
  Laboratory: optionalNames('Laboratory'),
  Instrumental: optionalNames('Instrumental'),
  Covid: optionalNames('Covid'),
} satisfies Record<MedicalSection, ReturnType<typeof optionalNames>>

/** Puts the names of categories into the dictionary's spelling; what is no category stays, to be refused. */
const normaliseCategories = (input: unknown): unknown => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  return Object.fromEntries(
    Object.entries(input).map(([name, names]) => [categoryByLowerName.get(name.trim().toLowerCase()) ?? name, names]),
  )
}

/** Typed for those who write a selection; what comes from outside may be anything. */
const normaliseSelection = (input: MedicalSelection): unknown => normaliseCategories(input)

const hasFields = ({ PATIENT, MEDICAL_DATA }: FieldSelection): boolean =>
  [PATIENT, ...Object.values(MEDICAL_DATA)].some((names) => names !== undefined && names.length > 0)

/** A selection from outside: unknown, identifying and misplaced fields and unknown categories refuse the whole (THREAT-02, THREAT-07). */
export const FieldSelection = z
  .strictObject({
    PATIENT: FieldNamesOfSection('Personal Data'),
    MEDICAL_DATA: z.preprocess(normaliseSelection, z.strictObject(categories, withCode('filter_category_unknown'))),
  })
  .refine(hasFields, withCode('filter_selection_empty'))

/** The fields that a filter may show and test, of the personal block. */
export const filterablePersonalFields = filterableFields.filter(({ block }) => block === 'PATIENT')
/** The fields that a filter may show and test, of one medical category. */
export const listFilterableMedicalFields = (category: MedicalSection): readonly Field[] =>
  filterableFields.filter(({ section }) => section === category)

/** Whether names cover a field that is offered under them. */
export const includesField = (names: FieldNames, field: Field): boolean =>
  names === 'ALL' ? !isFreeText(field) : names.includes(field.name)

const selectFields = (names: FieldNames | undefined, offered: readonly Field[]): readonly Field[] => {
  if (names === undefined) return []
  return offered.filter((field) => includesField(names, field))
}

/** The columns of a selection in dictionary order; `ALL` never expands to an excluded field nor to free text (D10). */
export const listSelectedFields = ({ PATIENT, MEDICAL_DATA }: FieldSelection): readonly Field[] => [
  ...selectFields(PATIENT, filterablePersonalFields),
  ...medicalCategories.flatMap((category) => selectFields(MEDICAL_DATA[category], listFilterableMedicalFields(category))),
]
