import { listAgeBands } from '@registry/domain/fields/age-bands'
import type { Field } from '@registry/domain/fields/dictionary'
import type { FieldType } from '@registry/domain/fields/field-definition'
import { ageBandYears, findCoarser } from '@registry/domain/filter/generalise'
import { findLabel } from '@registry/domain/reference/reference-values'
import type { Language } from '@registry/domain/language'
import type { Indicator } from '../../filter-query.ts'
import type { LabelledReferenceValues } from '../../../../shared/reference-values.ts'

/** The type of a column in the scripts. */
export type VariableType = 'text' | 'long text' | 'number' | 'date' | 'boolean' | 'choice'

export type Variable = {
  /** The name in the header of the data. */
  readonly name: string
  /** The name in the scripts of SPSS and SAS, which differs for a reserved word. */
  readonly scriptName: string
  readonly label: string
  readonly type: VariableType
  /** The longest value of a text, in bytes of UTF-8: SPSS and SAS count bytes. */
  readonly bytes: number
  /** The values of a choice with their labels, which are all different. */
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

/** Words that SPSS reserves. No variable can have their name. */
const reservedWords: ReadonlySet<string> = new Set(['ALL', 'AND', 'BY', 'EQ', 'GE', 'GT', 'LE', 'LT', 'NE', 'NOT', 'OR', 'TO', 'WITH'])
export const findScriptName = (name: string): string => (reservedWords.has(name.toUpperCase()) ? `${name}_VALUE` : name)

/** The longest text variable of SPSS and SAS. */
const maxBytes = 32_767
/** A character has at most four bytes in UTF-8. The protection against formulas adds a few. */
const countTextBytes = (characters: number): number => Math.min(maxBytes, characters * 4 + 8)
const countBytes = (text: string): number => Buffer.byteLength(text)

/** The longest value of a field. New codes of a reference table can be longer than the current ones. */
const findBytes = ({ type, maxLength = 2000 }: Field, codes: readonly string[]): number => {
  if (type === 'string') return countTextBytes(maxLength)
  if (type === 'choices')
    return Math.min(maxBytes, Math.max(80, ...codes.map(countBytes)) + codes.reduce((sum, code) => sum + countBytes(code) + 4, 2))
  return Math.max(80, ...codes.map(countBytes))
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

/** Two values with one label would become one factor, so the code is added to the label. */
const tellApart = (values: Variable['values']): Variable['values'] => {
  const times = Map.groupBy(values, ({ label }) => label)
  return values.map(({ code, label }) => ({ code, label: (times.get(label)?.length ?? 0) > 1 ? `${label} (${code})` : label }))
}

/** A column of texts that is not a field. */
export type AddedColumn = { readonly name: string; readonly label: Field['label'] }
/** The columns before and after the fields. */
export type AddedColumns = { readonly first: readonly AddedColumn[]; readonly last: readonly AddedColumn[] }

/** The column that identifies the patient in the file of a study. */
export const pseudonym = { name: 'PSEUDONYM', label: { it: 'Pseudonimo nello studio', en: 'Pseudonym in the study' } } as const

type Options = {
  readonly language: Language
  readonly referenceValues: LabelledReferenceValues
  readonly generalised: boolean
  readonly added: AddedColumns
  readonly indicators: readonly Indicator[]
}

/** The table of the codes of a field. With generalised values, a region or centre is an area. */
const findTable = (field: Field, generalised: boolean) => (generalised && findCoarser(field) === 'area' ? 'geotree' : field.referenceTable)

/** The codes of a choice or a boolean with their labels, which are all different. */
export const listLabels = (
  field: Field,
  { language, referenceValues, generalised }: Pick<Options, 'language' | 'referenceValues' | 'generalised'>,
): Variable['values'] => {
  if (field.type === 'boolean') return yesAndNo[language]
  if (field.codes) return (generalised ? listAgeBands(ageBandYears) : field.codes).map((code) => ({ code, label: code }))
  const table = findTable(field, generalised)
  return table ? tellApart(referenceValues(table).map((row) => ({ code: row.id, label: findLabel(row, language) }))) : []
}

/** Describes the columns of a file for statistics programs (REQ-EXP-08). */
export const buildVariables = (
  fields: readonly Field[],
  { language, referenceValues, generalised, added: { first, last }, indicators }: Options,
): readonly Variable[] => {
  const described = fields.map((field): Variable => {
    const { name, label, unit } = field
    const table = findTable(field, generalised)
    const type = table === 'geotree' ? 'choice' : types[field.type]
    const codes = table ? referenceValues(table).map(({ id }) => id) : []
    return {
      name,
      scriptName: findScriptName(name),
      bytes: findBytes(field, codes),
      label: unit === undefined ? label[language] : `${label[language]} (${unit})`,
      type,
      values: type === 'text' ? [] : listLabels(field, { language, referenceValues, generalised }),
    }
  })
  const describe = ({ name, label }: AddedColumn, type: VariableType): Variable => ({
    name,
    scriptName: findScriptName(name),
    label: label[language],
    type,
    bytes: type === 'number' ? 1 : countTextBytes(type === 'text' ? 500 : 8000),
    values: [],
  })
  return [
    ...first.map((column) => describe(column, 'text')),
    ...described,
    ...last.map((column) => describe(column, 'long text')),
    ...indicators.map((column) => describe(column, 'number')),
  ]
}
