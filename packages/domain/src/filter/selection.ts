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

/** The named fields, or `ALL` fields of the picker except free text (REQ-FIL-03). */
export type FieldNames = 'ALL' | FieldName[]

type MedicalSelection = Readonly<Partial<Record<MedicalSection, FieldNames | undefined>>>

/**
 * The columns of a filter: personal ones, and medical ones by category. `ORDER` has the names in the order in which a person chose them;
 * old programs send none and get the order of the dictionary (REQ-FIL-24).
 */
export type FieldSelection = {
  readonly PATIENT: FieldNames
  readonly MEDICAL_DATA: MedicalSelection
  readonly ORDER?: FieldName[] | undefined
}

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

/** Names of fields of one section, in any letter case, without duplicates. Callers see the exact type. */
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

/** Converts category names to the dictionary's spelling. Unknown names stay, and the schema refuses them. */
const normaliseCategories = (input: unknown): unknown => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  return Object.fromEntries(
    Object.entries(input).map(([name, names]) => [categoryByLowerName.get(name.trim().toLowerCase()) ?? name, names]),
  )
}

/** Gives callers the exact type, although requests can contain anything. */
const normaliseSelection = (input: MedicalSelection): unknown => normaliseCategories(input)

const hasFields = ({ PATIENT, MEDICAL_DATA }: FieldSelection): boolean =>
  [PATIENT, ...Object.values(MEDICAL_DATA)].some((names) => names !== undefined && names.length > 0)

/** Names that no field has are left out: they order nothing. */
const FieldOrder = z
  .array(z.string())
  .max(300)
  .transform((names): FieldName[] => [...new Set(names.flatMap(normaliseName))])

/** The selection of a draft, which may have no field yet (REQ-UI-20). */
export const UnfinishedFieldSelection = z.strictObject({
  PATIENT: FieldNamesOfSection('Personal Data'),
  MEDICAL_DATA: z.preprocess(normaliseSelection, z.strictObject(categories, withCode('filter_category_unknown'))),
  ORDER: FieldOrder.optional(),
})

/** A selection from outside. Unknown, identifying or misplaced fields and unknown categories are refused (THREAT-02, THREAT-07). */
export const FieldSelection = UnfinishedFieldSelection.refine(hasFields, withCode('filter_selection_empty'))

/** The personal fields that filters may use. */
export const filterablePersonalFields = filterableFields.filter(({ block }) => block === 'PATIENT')
/** Lists the fields of a medical category that filters may use. */
export const listFilterableMedicalFields = (category: MedicalSection): readonly Field[] =>
  filterableFields.filter(({ section }) => section === category)

/** Whether the selected names include a field of their section. */
export const includesField = (names: FieldNames, field: Field): boolean =>
  names === 'ALL' ? !isFreeText(field) : names.includes(field.name)

const selectFields = (names: FieldNames | undefined, offered: readonly Field[]): readonly Field[] => {
  if (names === undefined) return []
  return offered.filter((field) => includesField(names, field))
}

/** Lists the columns of a selection in dictionary order. `ALL` never includes excluded fields or free text (REQ-FIL-03). */
const listInDictionaryOrder = ({ PATIENT, MEDICAL_DATA }: FieldSelection): readonly Field[] => [
  ...selectFields(PATIENT, filterablePersonalFields),
  ...medicalCategories.flatMap((category) => selectFields(MEDICAL_DATA[category], listFilterableMedicalFields(category))),
]

/** Lists the columns of a selection as they were chosen. Fields without a place come last, in dictionary order (REQ-FIL-24). */
export const listSelectedFields = (selection: FieldSelection): readonly Field[] => {
  const fields = listInDictionaryOrder(selection)
  if (!selection.ORDER) return fields
  const places = new Map(selection.ORDER.map((name, place) => [name, place]))
  const findPlace = ({ name }: Field): number => places.get(name) ?? places.size
  return fields.toSorted((one, other) => findPlace(one) - findPlace(other))
}

/** Returns a changed selection that keeps the order of the fields chosen before and appends the new ones (REQ-FIL-24). */
export const keepFieldOrder = (before: FieldSelection, { ORDER: _order, ...after }: FieldSelection): FieldSelection => {
  const current = listInDictionaryOrder(after).map(({ name }) => name)
  const kept = listSelectedFields(before)
    .map(({ name }) => name)
    .filter((name) => current.includes(name))
  const order = [...kept, ...current.filter((name) => !kept.includes(name))]
  return order.every((name, place) => name === current[place]) ? after : { ...after, ORDER: order }
}
