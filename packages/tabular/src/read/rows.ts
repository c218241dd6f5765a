import { TableError } from '../table-error.ts'
import type { TableLimits } from '../limits.ts'
import { type Batch, type Cell, CLEAR, type KnownColumn, type Row } from '../table.ts'
import { Columns } from './columns.ts'

/** Collects the rows of all formats: numbers them, enforces limits and makes batches. */
export class RowSink {
  readonly columns: Columns
  readonly limits: TableLimits
  decimalComma = false
  #rows: Row[] = []
  #counted = 0

  constructor(known: readonly KnownColumn[] | undefined, limits: TableLimits) {
    this.columns = new Columns(known, limits)
    this.limits = limits
  }

  /** Counts a row, also a blank one, and returns its number. */
  count(): number {
    if (this.#counted === this.limits.rows) this.#tooMany()
    this.#counted += 1
    return this.#counted
  }

  /** The number of the next row. */
  get next(): number {
    return this.#counted + 1
  }

  /** Returns the cell for a text (REQ-IMP-04). `position` is the position of its column. */
  cell(text: string, row: number, position: number): Cell {
    if (text === '') return null
    if (text === '\\N') return CLEAR
    if (text.length > this.limits.cellCharacters) this.tooLong(row, position)
    return text
  }

  tooLong(row: number, position: number): never {
    const column = this.columns.names[position] ?? position + 1
    throw new TableError('file_cell_too_long', { row, column, limit: this.limits.cellCharacters })
  }

  /** Adds a row that is not empty. Checks the row number, because a workbook states its own (THREAT-24). */
  add(number: number, cells: Cell[]): void {
    if (!cells.some((cell) => cell !== null)) return
    if (number > this.limits.rows) this.#tooMany()
    this.#rows.push({ number, cells })
  }

  /** Returns the rows since the last call, each with a cell for every column known now. */
  take(): Batch {
    const rows = this.#rows
    this.#rows = []
    const columns = [...this.columns.names]
    return { columns, decimalComma: this.decimalComma, rows: rows.map((row) => padRow(row, columns.length)) }
  }

  get waiting(): number {
    return this.#rows.length
  }

  #tooMany(): never {
    throw new TableError('file_rows_too_many', { limit: this.limits.rows })
  }
}

const padRow = (row: Row, length: number): Row =>
  row.cells.length === length
    ? row
    : { number: row.number, cells: [...row.cells, ...Array.from({ length: length - row.cells.length }, () => null)] }
