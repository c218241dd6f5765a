import type { Field } from '@registry/domain/fields/dictionary'
import type { FieldType } from '@registry/domain/fields/field-definition'
import { findCoarser } from '@registry/domain/filter/generalise'
import { findLabel } from '@registry/domain/reference/reference-values'
import type { Language } from '@registry/domain/language'
import type { LabelledReferenceValues } from '../../reference-values.ts'

/** How the scripts read a column. */
export type VariableType = 'text' | 'long text' | 'number' | 'date' | 'boolean' | 'choice'

export type Variable = {
  readonly name: string
  readonly label: string
  readonly type: VariableType
  /** The values of a choice with their labels, which all differ. */
  readonly values: readonly { readonly code: string; readonly label: string }[]
}

/** Several choices are a list in JSON, which no statistical program reads as a factor. */
const types: Record<FieldType, VariableType> = {
  string: 'text',
  integer: 'number',
  float: 'number',
  date: 'date',
  boolean: 'boolean',
  choice: 'choice',
  choices: 'text',
}

const yesAndNo: Record<Language, readonly { readonly code: string; readonly label: string }[]> = {
  it: [
    { code: 'true', label: 'Sì' },
    { code: 'false', label: 'No' },
  ],
  en: [
    { code: 'true', label: 'Yes' },
    { code: 'false', label: 'No' },
  ],
}

/** Two values with one label would become one factor, so the code stands beside it. */
const tellApart = (values: Variable['values']): Variable['values'] => {
  const times = Map.groupBy(values, ({ label }) => label)
  return values.map(({ code, label }) => ({ code, label: (times.get(label)?.length ?? 0) > 1 ? `${label} (${code})` : label }))
}

/** A column of texts that is no field. */
export type AddedColumn = { readonly name: string; readonly label: Field['label'] }
/** The columns before and after the fields. */
export type AddedColumns = { readonly first: readonly AddedColumn[]; readonly last: readonly AddedColumn[] }

/** The column that stands for the patient in the file of a study. */
export const pseudonym = { name: 'PSEUDONYM', label: { it: 'Pseudonimo nello studio', en: 'Pseudonym in the study' } } as const

type Options = {
  readonly language: Language
  readonly referenceValues: LabelledReferenceValues
  readonly generalised: boolean
  readonly added: AddedColumns
}

/** Describes the columns of a file for programs of statistics (REQ-EXP-08). */
export const buildVariables = (
  fields: readonly Field[],
  { language, referenceValues, generalised, added: { first, last } }: Options,
): readonly Variable[] => {
  const described = fields.map((field): Variable => {
    const { name, label, unit } = field
    const isArea = generalised && findCoarser(field) === 'area'
    const table = isArea ? 'geotree' : field.referenceTable
    const type = isArea ? 'choice' : types[field.type]
    const listed =
      table && type === 'choice' ? referenceValues(table).map((row) => ({ code: row.id, label: findLabel(row, language) })) : []
    return {
      name,
      label: unit === undefined ? label[language] : `${label[language]} (${unit})`,
      type,
      values: type === 'boolean' ? yesAndNo[language] : tellApart(listed),
    }
  })
  const describe = ({ name, label }: AddedColumn, type: VariableType): Variable => ({ name, label: label[language], type, values: [] })
  return [...first.map((column) => describe(column, 'text')), ...described, ...last.map((column) => describe(column, 'long text'))]
}
