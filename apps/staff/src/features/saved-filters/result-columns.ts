import type { Cell } from '@registry/api-contract/fields'
import type { DescribeOptions } from '@registry/domain/expression/describe'
import { type Field, findField } from '@registry/domain/fields/dictionary'
import type { FieldType } from '@registry/domain/fields/field-definition'
import { formatUnit } from '@registry/domain/fields/units'
import type { GridColumn } from '@registry/ui/grid/grid.tsx'
import { showDate, showMeasurement } from '@registry/ui/language/format.ts'

/** A row of the result. It names no patient, so it is known by its place. */
export type ResultLine = { readonly id: string; readonly cells: readonly Cell[] }

type Words = { readonly row: string; readonly yes: string; readonly no: string }
/** What a cell sorts by, and what it shows where that is more. */
type Shown = { readonly value: Cell; readonly shown?: string }
type Show = (cell: Cell, field: Field, describeOptions: DescribeOptions, words: Words) => Shown

const plain: Show = (cell) => ({ value: cell })

const asNumber: Show = (cell, _field, { language }) =>
  typeof cell === 'number' ? { value: cell, shown: showMeasurement(cell, language) } : { value: cell }

/** Days sort as `yyyy-mm-dd` and show as people read them. */
const asDay: Show = (cell) => (typeof cell === 'string' ? { value: cell, shown: showDate(cell) } : { value: cell })

const asTruth: Show = (cell, _field, _describeOptions, { yes, no }) => ({ value: typeof cell === 'boolean' ? (cell ? yes : no) : cell })

const itemName = (id: string, { referenceTable }: Field, { findLabel }: DescribeOptions): string =>
  (referenceTable && findLabel?.(referenceTable, id)) ?? id

const asItem: Show = (cell, field, describeOptions) => ({ value: typeof cell === 'string' ? itemName(cell, field, describeOptions) : cell })

/** Several items come as a JSON list in text (D4). */
const itemsIn = (cell: string): readonly string[] => {
  const list: unknown = JSON.parse(cell)
  return Array.isArray(list) ? list.map(String) : [cell]
}

const asItems: Show = (cell, field, describeOptions) => ({
  value:
    typeof cell === 'string'
      ? itemsIn(cell)
          .map((id) => itemName(id, field, describeOptions))
          .join(', ')
      : cell,
})

const shows = {
  string: plain,
  integer: asNumber,
  float: asNumber,
  date: asDay,
  boolean: asTruth,
  choice: asItem,
  choices: asItems,
} satisfies Record<FieldType, Show>

const headerOf = ({ label, unit }: Field, { language }: DescribeOptions): string =>
  unit === undefined ? label[language] : `${label[language]} (${formatUnit(unit, language)})`

/** Names of list items need more room than other values; a long heading takes two lines. */
const widthOf = (header: string, kind: FieldType | undefined): number =>
  Math.min(360, Math.max(kind === 'choice' || kind === 'choices' ? 240 : 150, header.length * 9 + 96))

const columnOf = (name: string, at: number, describeOptions: DescribeOptions, words: Words): GridColumn<ResultLine> => {
  const field = findField(name)
  const header = field ? headerOf(field, describeOptions) : name
  const shown = ({ cells }: ResultLine): Shown => {
    const cell = cells[at] ?? null
    return field ? shows[field.type](cell, field, describeOptions, words) : { value: cell }
  }
  return { id: name, header, width: widthOf(header, field?.type), value: (line) => shown(line).value, show: (line) => shown(line).shown }
}

/** The columns of a result: the number of the row, then the fields under their labels, with units, and values as people read them. */
export const resultColumns = (
  names: readonly string[],
  describeOptions: DescribeOptions,
  words: Words,
): readonly GridColumn<ResultLine>[] => [
  { id: 'row', header: words.row, width: 72, sortable: false, value: ({ id }) => Number(id), show: ({ id }) => id },
  ...names.map((name, at) => columnOf(name, at, describeOptions, words)),
]
