import { z } from 'zod'
import type { ErrorCode } from '../error-messages.ts'
import { findFilterField, type Field, type FieldName, type MedicalSection } from '../fields/dictionary.ts'
import { findFieldNameError } from './field-name.ts'
import { withErrorCode } from '../error.ts'
import { medicalCategories, type FieldNames, type FieldSelection as SelectedFields, type MedicalSelection } from './selected-fields.ts'

/** Read by the schema below. Functions on a selection are in selected-fields.ts, which needs no zod. */
export type FieldSelection = SelectedFields

const categoryByLowerName = new Map(medicalCategories.map((category) => [category.toLowerCase(), category]))

const NamesInput = z.union([z.literal('ALL'), z.array(z.string()).max(300)])

const findNameError = (name: string, section: Field['section']): ErrorCode | undefined =>
  findFieldNameError(name) ?? (findFilterField(name)?.section === section ? undefined : 'filter_field_misplaced')

const normaliseName = (name: string): readonly FieldName[] => {
  const field = findFilterField(name)
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

/** Converts category names to the dictionary's spelling. Unknown names stay, and the schema rejects them. */
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

/** Unknown field names are ignored when sorting. */
const FieldOrder = z
  .array(z.string())
  .max(300)
  .transform((names): FieldName[] => [...new Set(names.flatMap(normaliseName))])

/** The selection of a draft, which may have no field yet (REQ-UI-20). */
export const UnfinishedFieldSelection = z.strictObject({
  PATIENT: FieldNamesOfSection('Personal Data'),
  MEDICAL_DATA: z.preprocess(normaliseSelection, z.strictObject(categories, withErrorCode('filter_category_unknown'))),
  ORDER: FieldOrder.optional(),
})

/** A selection from outside. Unknown, identifying or misplaced fields and unknown categories are rejected (THREAT-02, THREAT-07). */
export const FieldSelection = UnfinishedFieldSelection.refine(hasFields, withErrorCode('filter_selection_empty'))
