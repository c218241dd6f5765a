import type { ReactNode } from 'react'

export type GridValue = string | number | boolean | null
export type GridColumnType = 'text' | 'number' | 'date' | 'choice'

export type GridColumn<Row> = {
  readonly id: string
  readonly header: string
  /** The heading of the column in the list of columns. */
  readonly group?: string
  /** Decides filter and alignment. Without it, a column of numbers is `number`, any other is `text`. */
  readonly type?: GridColumnType
  /** The value to sort and filter by. A date is `yyyy-mm-dd` or a moment. */
  readonly value: (row: Row) => GridValue
  /** The text of the value, if it is not just the value. It is also searched, copied and printed. */
  readonly text?: (row: Row) => string
  /** The content of the cell, if it is not just the text. */
  readonly show?: (row: Row) => ReactNode
  /** True if the consent for the value is missing. An empty cell without it is not recorded (REQ-FIL-04). */
  readonly isWithheld?: (row: Row) => boolean
  readonly width?: number
  /** False for columns of buttons and icons: they are neither sorted nor filtered. */
  readonly sortable?: boolean
}

/** A column over the positions of rows, without the type of the rows. */
export type GridField = {
  readonly id: string
  readonly header: string
  readonly group: string | undefined
  readonly type: GridColumnType
  readonly width: number
  readonly sortable: boolean
  value(row: number): GridValue
  text(row: number): string
  readonly show: ((row: number) => ReactNode) | undefined
  readonly isWithheld: ((row: number) => boolean) | undefined
}

const defaultWidth = 180
/** Rows that decide the type of a column without one. */
const sampleSize = 50

const inferType = <Row>({ value }: GridColumn<Row>, rows: readonly Row[]): GridColumnType => {
  const values = rows
    .slice(0, sampleSize)
    .map(value)
    .filter((one) => one !== null)
  return values.length > 0 && values.every((one) => typeof one === 'number') ? 'number' : 'text'
}

const buildField = <Row>(column: GridColumn<Row>, rows: readonly Row[]): GridField => {
  const { id, header, group, value, text, show, isWithheld } = column
  const read = <T>(position: number, reader: (row: Row) => T, otherwise: T): T => {
    const row = rows[position]
    return row === undefined ? otherwise : reader(row)
  }
  return {
    id,
    header,
    group,
    type: column.type ?? inferType(column, rows),
    width: column.width ?? defaultWidth,
    sortable: column.sortable !== false,
    value: (row) => read(row, value, null),
    text: (row) => read(row, text ?? ((one) => String(value(one) ?? '')), ''),
    show: show && ((row) => read(row, show, null)),
    isWithheld: isWithheld && ((row) => read(row, isWithheld, false)),
  }
}

export const buildFields = <Row>(columns: readonly GridColumn<Row>[], rows: readonly Row[]): readonly GridField[] =>
  columns.map((column) => buildField(column, rows))
