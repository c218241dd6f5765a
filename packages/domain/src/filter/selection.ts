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
export type Names = 'ALL' | FieldName[]

type MedicalSelection = Readonly<Partial<Record<MedicalSection, Names | undefined>>>

/** Which columns a filter shows: personal ones, and medical ones by category; `ALL` is all but free text (D10). */
export type FieldSelection = { readonly PATIENT: Names; readonly MEDICAL_DATA: MedicalSelection }

const says = (code: ErrorCode): { error: ErrorCode } => ({ error: code })

/** The medical categories in dictionary order. */
export const medicalCategories = Object.keys(medicalSections) as readonly MedicalSection[]

const spelling = new Map(medicalCategories.map((category) => [category.toLowerCase(), category]))

const Written = z.union([z.literal('ALL'), z.array(z.string()).max(300)])

const nameFault = (name: string, section: Field['section']): ErrorCode | undefined =>
  findFieldNameError(name) ?? (findField(name)?.section === section ? undefined : 'filter_field_misplaced')

const spelledName = (name: string): readonly FieldName[] => {
  const field = findField(name)
  return field ? [field.name] : []
}

/** Names of fields of one section, in any letter case; each comes out once. Typed for those who write them. */
const NamesOf = (section: Field['section']) =>
  z
    .preprocess((names: Names): unknown => names, Written)
    .transform((written, context): Names => {
      if (written === 'ALL') return written
      for (const [index, name] of written.entries()) {
        const message = nameFault(name, section)
        if (message) context.addIssue({ code: 'custom', message, path: [index] })
      }
      return [...new Set(written.flatMap(spelledName))]
    })

const some = (category: MedicalSection) => NamesOf(category).optional()

const categories = {
  Misc: some('Misc'),
  Diagnosis: some('Diagnosis'),
  Complications: some('Complications'),
  Surgery: some('Surgery'),
  Hospitalization: some('Hospitalization'),
  Transfusion: some('Transfusion'),
  Chelation: some('Chelation'),
  SpecialTreatment: some('SpecialTreatment'),
  Gene: some('Gene'),
  Laboratory: some('Laboratory'),
  Instrumental: some('Instrumental'),
  Covid: some('Covid'),
} satisfies Record<MedicalSection, ReturnType<typeof some>>

/** Puts the names of categories into the dictionary's spelling; what is no category stays, to be refused. */
const respell = (written: unknown): unknown => {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return written
  return Object.fromEntries(Object.entries(written).map(([name, names]) => [spelling.get(name.trim().toLowerCase()) ?? name, names]))
}

/** Typed for those who write a selection; what comes from outside may be anything. */
const spelled = (written: MedicalSelection): unknown => respell(written)

const isAny = ({ PATIENT, MEDICAL_DATA }: FieldSelection): boolean =>
  [PATIENT, ...Object.values(MEDICAL_DATA)].some((names) => names !== undefined && names.length > 0)

/** A selection from outside: unknown, identifying and misplaced fields and unknown categories refuse the whole (T02, T07). */
export const FieldSelection = z
  .strictObject({
    PATIENT: NamesOf('Personal Data'),
    MEDICAL_DATA: z.preprocess(spelled, z.strictObject(categories, says('filter_category_unknown'))),
  })
  .refine(isAny, says('filter_selection_empty'))

/** The fields that a filter may show and test, of the personal block. */
export const offeredPersonal = filterableFields.filter(({ block }) => block === 'PATIENT')
/** The fields that a filter may show and test, of one medical category. */
export const offeredMedical = (category: MedicalSection): readonly Field[] => filterableFields.filter(({ section }) => section === category)

/** Whether names cover a field that is offered under them. */
export const isNamed = (names: Names, field: Field): boolean => (names === 'ALL' ? !isFreeText(field) : names.includes(field.name))

const chosen = (names: Names | undefined, offered: readonly Field[]): readonly Field[] => {
  if (names === undefined) return []
  return offered.filter((field) => isNamed(names, field))
}

/** The columns of a selection in dictionary order; `ALL` never expands to an excluded field nor to free text (D10). */
export const selectedFields = ({ PATIENT, MEDICAL_DATA }: FieldSelection): readonly Field[] => [
  ...chosen(PATIENT, offeredPersonal),
  ...medicalCategories.flatMap((category) => chosen(MEDICAL_DATA[category], offeredMedical(category))),
]
