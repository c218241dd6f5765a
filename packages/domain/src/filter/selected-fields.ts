import { filterableFields, isFreeText, medicalSections, type Field, type FieldName, type MedicalSection } from '../fields/dictionary.ts'

/** The named fields, or `ALL` fields of the picker except those that are selected by name only. */
export type FieldNames = 'ALL' | FieldName[]

export type MedicalSelection = Readonly<Partial<Record<MedicalSection, FieldNames | undefined>>>

/**
 * The columns of a filter: personal ones, and medical ones by category. `ORDER` has the names in the chosen order. Old programs send none
 * and get the order of the dictionary.
 */
export type FieldSelection = {
  readonly PATIENT: FieldNames
  readonly MEDICAL_DATA: MedicalSelection
  readonly ORDER?: FieldName[] | undefined
}

/** The medical categories in dictionary order. */
export const medicalCategories = Object.keys(medicalSections) as readonly MedicalSection[]

/** The personal fields that filters may use. */
export const filterablePersonalFields = filterableFields.filter(({ dataDomain }) => dataDomain === 'PATIENT')
/** Lists the fields of a medical category that filters may use. */
export const listFilterableMedicalFields = (category: MedicalSection): readonly Field[] =>
  filterableFields.filter(({ section }) => section === category)

/** Whether `ALL` leaves a field out: free text, and the months that need the newest result of each analyte of a patient (REQ-FIL-25). */
const isSelectedByName = (field: Field): boolean => isFreeText(field) || field.name === 'MONTHS_SINCE_LAST_SEEN'

/** Whether the selected names include a field of their section. */
export const includesField = (names: FieldNames, field: Field): boolean =>
  names === 'ALL' ? !isSelectedByName(field) : names.includes(field.name)

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

/** Returns a selection with an order, which is absent where it is that of the dictionary. */
const withOrder = ({ ORDER: _order, ...selection }: FieldSelection, order: FieldName[]): FieldSelection => {
  const usual = listInDictionaryOrder(selection)
  return order.every((name, place) => name === usual[place]?.name) ? selection : { ...selection, ORDER: order }
}

/** Returns a changed selection that keeps the order of the fields chosen before and appends the new ones (REQ-FIL-24). */
export const keepFieldOrder = (before: FieldSelection, after: FieldSelection): FieldSelection => {
  const current = listInDictionaryOrder(after).map(({ name }) => name)
  const kept = listSelectedFields(before)
    .map(({ name }) => name)
    .filter((name) => current.includes(name))
  return withOrder(after, [...kept, ...current.filter((name) => !kept.includes(name))])
}

/** Moves a selected field to a place, counted from 0. The other fields keep their order (REQ-FIL-24). */
export const moveField = (selection: FieldSelection, moved: FieldName, place: number): FieldSelection => {
  const others = listSelectedFields(selection)
    .map(({ name }) => name)
    .filter((name) => name !== moved)
  return withOrder(selection, others.toSpliced(place, 0, moved))
}
