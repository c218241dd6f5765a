import type { Cell } from '@registry/api-contract/fields'
import type { FilterRows } from '@registry/api-contract/saved-filters'
import type { DescribeOptions } from '@registry/domain/expression/describe'
import { type Field, findFilterField } from '@registry/domain/fields/dictionary'
import { sectionLabels } from '@registry/domain/fields/section-labels'
import type { FieldType } from '@registry/domain/fields/field-definition'
import { formatPlainNumber, formatUnit } from '@registry/domain/fields/units'
import type { GridColumn, GridColumnType } from '@registry/ui/grid/column.ts'
import { showDate } from '@registry/ui/language/format.ts'

/** A row of the result. It has no patient id, so its number identifies it. */
export type ResultLine = { readonly id: string; readonly cells: readonly Cell[] }

type Labels = { readonly row: string; readonly yes: string; readonly no: string }
/** The value to sort by, and its text if that differs. */
type CellContent = { readonly value: Cell; readonly text?: string }
type FormatCell = (cell: Cell, field: Field, describeOptions: DescribeOptions, labels: Labels) => CellContent

const formatText: FormatCell = (cell) => ({ value: cell })

const formatNumber: FormatCell = (cell, _field, { language }) =>
  typeof cell === 'number' ? { value: cell, text: formatPlainNumber(cell, language) } : { value: cell }

/** Days sort as `yyyy-mm-dd` and appear as dd/MM/yyyy. */
const formatDate: FormatCell = (cell) => (typeof cell === 'string' ? { value: cell, text: showDate(cell) } : { value: cell })

const formatBoolean: FormatCell = (cell, _field, _describeOptions, { yes, no }) => ({
  value: typeof cell === 'boolean' ? (cell ? yes : no) : cell,
})

const findChoiceLabel = (id: string, { referenceTable }: Field, { findLabel }: DescribeOptions): string =>
  (referenceTable && findLabel?.(referenceTable, id)) ?? id

const formatChoice: FormatCell = (cell, field, describeOptions) => ({
  value: typeof cell === 'string' ? findChoiceLabel(cell, field, describeOptions) : cell,
})

/** Several choices are a JSON list in a text (REQ-IMP-03). */
const parseChoices = (cell: string): readonly string[] => {
  const list: unknown = JSON.parse(cell)
  return Array.isArray(list) ? list.map(String) : [cell]
}

const formatChoices: FormatCell = (cell, field, describeOptions) => ({
  value:
    typeof cell === 'string'
      ? parseChoices(cell)
          .map((id) => findChoiceLabel(id, field, describeOptions))
          .join(', ')
      : cell,
})

const formatters = {
  string: formatText,
  integer: formatNumber,
  float: formatNumber,
  date: formatDate,
  boolean: formatBoolean,
  choice: formatChoice,
  choices: formatChoices,
} satisfies Record<FieldType, FormatCell>

const columnTypes = {
  string: 'text',
  integer: 'number',
  float: 'number',
  date: 'date',
  boolean: 'choice',
  choice: 'choice',
  choices: 'text',
} as const satisfies Record<FieldType, GridColumnType>

const formatHeader = ({ label, unit }: Field, { language }: DescribeOptions): string =>
  unit === undefined ? label[language] : `${label[language]} (${formatUnit(unit, language)})`

/** The width in pixels: room for the heading with its two buttons, and more for labels of choices. */
const computeWidth = (header: string, type: FieldType | undefined): number =>
  Math.min(300, Math.max(type === 'choice' || type === 'choices' ? 200 : 130, header.length * 7.5 + 72))

/** The rows of each column whose consent is missing, by position. */
const findWithheldRows = (withheld: FilterRows['withheld'], column: number): ReadonlySet<number> =>
  new Set(withheld.filter(({ columns }) => columns.includes(column)).flatMap(({ rows }) => rows))

const toColumn = (
  { columns, withheld }: Pick<FilterRows, 'columns' | 'withheld'>,
  index: number,
  describeOptions: DescribeOptions,
  labels: Labels,
): GridColumn<ResultLine> => {
  const name = columns[index] ?? ''
  const withheldRows = findWithheldRows(withheld, index)
  const field = findFilterField(name)
  const header = field ? formatHeader(field, describeOptions) : name
  const getContent = ({ cells }: ResultLine): CellContent => {
    const cell = cells[index] ?? null
    return field ? formatters[field.type](cell, field, describeOptions, labels) : { value: cell }
  }
  return {
    id: name,
    header,
    width: computeWidth(header, field?.type),
    ...(field && { type: columnTypes[field.type], group: sectionLabels[field.section][describeOptions.language] }),
    isWithheld: ({ id }) => withheldRows.has(Number(id) - 1),
    value: (line) => getContent(line).value,
    text: (line) => {
      const { value, text } = getContent(line)
      return text ?? String(value ?? '')
    },
  }
}

/** The columns of a result: the row number, then the fields with labels, units and formatted values. */
export const buildResultColumns = (
  result: Pick<FilterRows, 'columns' | 'withheld'>,
  describeOptions: DescribeOptions,
  labels: Labels,
): readonly GridColumn<ResultLine>[] => [
  { id: 'row', header: labels.row, width: 72, type: 'number', sortable: false, value: ({ id }) => Number(id) },
  ...result.columns.map((_name, index) => toColumn(result, index, describeOptions, labels)),
]
