import type { FieldPicker } from '@registry/api-contract/saved-filters'
import { type FieldName, getField, findFilterField, type MedicalSection } from '@registry/domain/fields/dictionary'
import { formatUnit } from '@registry/domain/fields/units'
import type { FieldSelection } from '@registry/domain/filter/selection'
import { includesField, keepFieldOrder, medicalCategories, type FieldNames } from '@registry/domain/filter/selected-fields'
import { type Language, languages } from '@registry/domain/language'

type OfferedField = { readonly name: FieldName; readonly label: string }
type GroupKey = 'PATIENT' | MedicalSection

/** The available fields of one group: the personal fields or one medical category. */
export type FieldGroup = { readonly key: GroupKey; readonly label: string; readonly fields: readonly OfferedField[] }

/** Whether a field has each word of a search in its name, its label in either language or its unit. */
export const matchesSearch = ({ name, label }: OfferedField, search: string): boolean => {
  const { label: labels, unit } = getField(name)
  const units = unit === undefined ? [] : [unit, ...languages.map((language) => formatUnit(unit, language))]
  const text = [name, label, ...languages.map((language) => labels[language]), ...units].join(' ').toLowerCase()
  return search
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The unit of a field, and its description in the dictionary. */
export const describeField = (name: FieldName, language: Language): string | undefined => {
  const { unit, hint } = getField(name)
  const parts = [...(unit === undefined ? [] : [formatUnit(unit, language)]), ...(hint ? [hint[language]] : [])]
  return parts.length > 0 ? parts.join('. ') : undefined
}

/** Ignores fields that this build's dictionary does not know. */
const toKnownFields = (offered: readonly { readonly name: string; readonly label: string }[]): OfferedField[] =>
  offered.flatMap(({ name, label }) => {
    const field = findFilterField(name)
    return field ? [{ name: field.name, label }] : []
  })

export const buildFieldGroups = ({ personal, medical }: FieldPicker, personalLabel: string): readonly FieldGroup[] => [
  { key: 'PATIENT', label: personalLabel, fields: toKnownFields(personal) },
  ...medical.flatMap(({ category, label, fields }): FieldGroup[] => {
    const key = medicalCategories.find((one) => one === category)
    return key ? [{ key, label, fields: toKnownFields(fields) }] : []
  }),
]

export const getSelectedNames = (selection: FieldSelection, key: GroupKey): FieldNames =>
  key === 'PATIENT' ? selection.PATIENT : (selection.MEDICAL_DATA[key] ?? [])

const withNames = (selection: FieldSelection, key: GroupKey, names: FieldNames): FieldSelection =>
  key === 'PATIENT' ? { ...selection, PATIENT: names } : { ...selection, MEDICAL_DATA: { ...selection.MEDICAL_DATA, [key]: names } }

export const isChosen = (selection: FieldSelection, { key }: FieldGroup, name: FieldName): boolean => {
  const names = getSelectedNames(selection, key)
  return includesField(names, getField(name))
}

export const countChosen = (selection: FieldSelection, group: FieldGroup): number =>
  group.fields.filter(({ name }) => isChosen(selection, group, name)).length

/** Selects all fields of a group, later ones too, or none. `ALL` excludes free text. */
export const chooseAll = (selection: FieldSelection, { key }: FieldGroup, all: boolean): FieldSelection =>
  keepFieldOrder(selection, withNames(selection, key, all ? 'ALL' : []))

/** Adds or removes a field. Removing a field from `ALL` keeps the others by name. */
export const chooseField = (selection: FieldSelection, group: FieldGroup, name: FieldName, chosen: boolean): FieldSelection => {
  const others = group.fields.map((field) => field.name).filter((one) => one !== name && isChosen(selection, group, one))
  return keepFieldOrder(selection, withNames(selection, group.key, chosen ? [...others, name] : others))
}

/** Removes a field of any group. */
export const removeField = (selection: FieldSelection, groups: readonly FieldGroup[], name: FieldName): FieldSelection => {
  const group = groups.find(({ fields }) => fields.some((field) => field.name === name))
  return group ? chooseField(selection, group, name, false) : selection
}
