import type { Field } from '@registry/domain/fields/dictionary'
import { findLabel } from '@registry/domain/reference/reference-values'
import type { LabelledReferenceValues } from '../../../../shared/reference-values.ts'
import type { Indicator } from '../../filter-query.ts'

/** The longest name of a variable in Stata and SAS. */
export const variableNameMax = 32

const toName = (field: Field, code: string): string => `${field.name}_${code.replaceAll(/[^A-Za-z0-9_]/g, '_')}`

/**
 * One column of 0 and 1 for each code of several choices. No statistics program reads a JSON list (REQ-EXP-08). A name that is too long or
 * already used ends with the number of its code.
 */
export const listIndicators = (fields: readonly Field[], referenceValues: LabelledReferenceValues): readonly Indicator[] => {
  const taken = new Set(fields.map(({ name }) => name.toUpperCase()))
  const nameIndicator = (field: Field, code: string, number: number): string => {
    const name = toName(field, code)
    if (name.length <= variableNameMax && !taken.has(name.toUpperCase())) return name
    const ending = `_${number}`
    return `${field.name.slice(0, variableNameMax - ending.length)}${ending}`
  }
  return fields.flatMap((field) => {
    if (field.type !== 'choices' || field.referenceTable === undefined) return []
    return referenceValues(field.referenceTable).map((row, index): Indicator => {
      const name = nameIndicator(field, row.id, index + 1)
      taken.add(name.toUpperCase())
      const label = { it: `${field.label.it}: ${findLabel(row, 'it')}`, en: `${field.label.en}: ${findLabel(row, 'en')}` }
      return { field, code: row.id, name, label }
    })
  })
}
