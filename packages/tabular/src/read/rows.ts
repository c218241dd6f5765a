import { TableError } from '../table-error.ts'
import type { TableLimits } from '../limits.ts'
import { type Batch, type Cell, CLEAR, type KnownColumn, type Row } from '../table.ts'
import { Columns } from './columns.ts'

/** Where the readers of all formats put their rows: it numbers them, keeps the limits and makes batches. */
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

  /** Counts a row, blank or not, and gives its number. */
  count(): number {
    if (this.#counted === this.limits.rows) this.#tooMany()
    this.#counted += 1
    return this.#counted
  }

  /** The number of the row that stands after those counted. */
  get next(): number {
    return this.#counted + 1
  }

  /** What a cell's text says (D4). `position` is that of its column. */
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

  /** Takes a row, unless nothing stands in it. A workbook chooses its row numbers: they are bounded here for every format (THREAT-24). */
  add(number: number, cells: Cell[]): void {
    if (!cells.some((cell) => cell !== null)) return
    if (number > this.limits.rows) this.#tooMany()
    this.#rows.push({ number, cells })
  }

  /** The rows since the last call, each as long as there are columns by now. */
  take(): Batch {
    const rows = this.#rows
    this.#rows = []
    const columns = [...this.columns.names]
    return { columns, decimalComma: this.decimalComma, rows: rows.map((row) => padded(row, columns.length)) }
  }

  get waiting(): number {
    return this.#rows.length
  }

  #tooMany(): never {
    throw new TableError('file_rows_too_many', { limit: this.limits.rows })
  }
}

const padded = (row: Row, length: number): Row =>
  row.cells.length === length
    ? row
    : { number: row.number, cells: [...row.cells, ...Array.from({ length: length - row.cells.length }, () => null)] }
