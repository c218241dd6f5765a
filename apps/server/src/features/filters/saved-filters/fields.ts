import type { FieldInfo, FieldPicker } from '@registry/api-contract/saved-filters'
import { findFilterField, type Field } from '@registry/domain/fields/dictionary'
import { sectionLabels } from '@registry/domain/fields/section-labels'
import { AppError } from '@registry/domain/error'
import { findFieldNameError } from '@registry/domain/filter/field-name'
import { listOperators, toFilterType } from '@registry/domain/filter/operators'
import { medicalCategories, listFilterableMedicalFields, filterablePersonalFields } from '@registry/domain/filter/selected-fields'
import type { Language } from '@registry/domain/language'
import { isSelectable, findLabel, sortItalianCodesFirst } from '@registry/domain/reference/reference-values'
import type { LabelledReferenceValues } from '../../../shared/reference-values.ts'

/**
 * Returns a field that filters may use. Identifying fields are rejected like unknown ones, so they reveal nothing (REQ-FIL-03, THREAT-02).
 */
const requireFilterableField = (name: string): Field => {
  const detail = findFieldNameError(name)
  const field = findFilterField(name)
  if (detail || !field) throw new AppError('validation_failed', undefined, { campo: { code: detail ?? 'filter_field_unknown' } })
  return field
}

/** Returns type, operators and options of a field for a condition, in the caller's language. */
export const buildFieldInfo = (name: string, language: Language, referenceValues: LabelledReferenceValues): FieldInfo => {
  const field = requireFilterableField(name)
  const options = field.referenceTable
    ? sortItalianCodesFirst(referenceValues(field.referenceTable))
        .filter(isSelectable)
        .map((row) => ({ id: row.id, label: findLabel(row, language) }))
    : (field.codes ?? []).map((code) => ({ id: code, label: code }))
  return {
    name: field.name,
    label: field.label[language],
    type: toFilterType(field.type),
    operators: [...listOperators(field)],
    options,
    ...(field.unit !== undefined && { unit: field.unit }),
  }
}

/** Returns the fields that filters may use: personal fields, and medical fields by section (REQ-FIL-03, REQ-CRF-01). */
export const buildFieldPicker = (language: Language): FieldPicker => {
  const toLabelledField = ({ name, label }: Field) => ({ name, label: label[language] })
  return {
    personal: filterablePersonalFields.map(toLabelledField),
    medical: medicalCategories.map((category) => ({
      category,
      label: sectionLabels[category][language],
      fields: listFilterableMedicalFields(category).map(toLabelledField),
    })),
  }
}
