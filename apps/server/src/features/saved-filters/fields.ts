import type { FieldInfo, FieldPicker } from '@registry/api-contract/saved-filters'
import { findField, type Field } from '@registry/domain/fields/dictionary'
import { sectionLabels } from '@registry/domain/fields/section-labels'
import { AppError } from '@registry/domain/error'
import { findFieldNameError } from '@registry/domain/filter/field-name'
import { filterType, operatorsOf } from '@registry/domain/filter/operators'
import { medicalCategories, offeredMedical, offeredPersonal } from '@registry/domain/filter/selection'
import type { Language } from '@registry/domain/language'
import { isSelectable, nameOf, validInItalyFirst } from '@registry/domain/reference/lookups'
import type { NamedLookups } from '../../lookups.ts'

/** A field that filters may use; the excluded ones are refused like unknown ones, and tell nothing (D10, T02). */
const filterableField = (name: string): Field => {
  const detail = findFieldNameError(name)
  const field = findField(name)
  if (detail || !field) throw new AppError('validation_failed', undefined, { campo: { code: detail ?? 'filter_field_unknown' } })
  return field
}

/** What a condition on a field needs to know, in the caller's language. */
export const fieldInfo = (name: string, language: Language, lookups: NamedLookups): FieldInfo => {
  const field = filterableField(name)
  const options = field.lookup
    ? validInItalyFirst(lookups(field.lookup))
        .filter(isSelectable)
        .map((row) => ({ id: row.id, label: nameOf(row, language) }))
    : []
  return {
    name: field.name,
    label: field.label[language],
    type: filterType(field.kind),
    operators: [...operatorsOf[field.kind]],
    options,
    ...(field.unit !== undefined && { unit: field.unit }),
  }
}

/** The fields a filter may show or test: the personal ones, and the medical ones by section (D10, D13). */
export const picker = (language: Language): FieldPicker => {
  const named = ({ name, label }: Field) => ({ name, label: label[language] })
  return {
    personal: offeredPersonal.map(named),
    medical: medicalCategories.map((category) => ({
      category,
      label: sectionLabels[category][language],
      fields: offeredMedical(category).map(named),
    })),
  }
}
