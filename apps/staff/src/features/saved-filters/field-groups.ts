import type { FieldPicker } from '@registry/api-contract/saved-filters'
import { type FieldName, getField, findField, type MedicalSection } from '@registry/domain/fields/dictionary'
import type { FieldSelection } from '@registry/domain/filter/condition'
import { includesField, medicalCategories, type FieldNames } from '@registry/domain/filter/selection'

type OfferedField = { readonly name: FieldName; readonly label: string }
type GroupKey = 'PATIENT' | MedicalSection

/** The fields on offer under one heading: the personal ones, or one medical category. */
export type FieldGroup = { readonly key: GroupKey; readonly label: string; readonly fields: readonly OfferedField[] }

/** Leaves out what this build's dictionary does not know yet: it could be neither described nor sent. */
const known = (offered: readonly { readonly name: string; readonly label: string }[]): OfferedField[] =>
  offered.flatMap(({ name, label }) => {
    const field = findField(name)
    return field ? [{ name: field.name, label }] : []
  })

export const buildFieldGroups = ({ personal, medical }: FieldPicker, personalLabel: string): readonly FieldGroup[] => [
  { key: 'PATIENT', label: personalLabel, fields: known(personal) },
  ...medical.flatMap(({ category, label, fields }): FieldGroup[] => {
    const key = medicalCategories.find((one) => one === category)
    return key ? [{ key, label, fields: known(fields) }] : []
  }),
]

/** What is chosen of a group. */
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

/** All fields of a group but free text, those of later versions of the registry too; or none. */
export const chooseAll = (selection: FieldSelection, { key }: FieldGroup, all: boolean): FieldSelection =>
  withNames(selection, key, all ? 'ALL' : [])

/** Takes a field in or out. Taking one out of `ALL` leaves the others, named one by one. */
export const chooseField = (selection: FieldSelection, group: FieldGroup, name: FieldName, chosen: boolean): FieldSelection => {
  const others = group.fields.map((field) => field.name).filter((one) => one !== name && isChosen(selection, group, one))
  return withNames(selection, group.key, chosen ? [...others, name] : others)
}
