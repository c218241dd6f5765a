import { TableError } from '../table-error.ts'
import type { TableLimits } from '../limits.ts'
import { type Batch, type Cell, type CellProblem, CLEAR, type KnownColumn, type Row } from '../table.ts'
import { foldName } from '../near-name.ts'
import { Columns } from './columns.ts'

/** The last row of a spreadsheet. No file needs more rows without a value. */
const lastRow = 1_048_576

/** Collects the rows of all formats: numbers them, enforces limits and makes batches. */
export class RowSink {
  readonly columns: Columns
  readonly limits: TableLimits
  decimalComma = false
  sparse = false
  #rows: Row[] = []
  #counted = 0
  #filled = 0

  constructor(known: readonly KnownColumn[] | undefined, limits: TableLimits) {
    this.columns = new Columns(known, limits)
    this.limits = limits
  }

  /** Counts a row, also one without a value, and returns its number. */
  count(): number {
    if (this.#counted === lastRow) throw new TableError('file_rows_too_many', { limit: lastRow })
    this.#counted += 1
    return this.#counted
  }

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

  /** Adds a row that has a value. A workbook can style a million rows without one, so only rows with a value have a limit (THREAT-24). */
  add(number: number, cells: Cell[], problem?: CellProblem): void {
    if (problem === undefined && cells.every(isEmpty)) return
    if (this.#filled === this.limits.rows) throw new TableError('file_rows_too_many', { limit: this.limits.rows })
    this.#filled += 1
    this.#rows.push(problem ? { number, cells, problem } : { number, cells })
  }

  /** Returns the rows since the last call, each with a cell for every column known now. */
  take(): Batch {
    const rows = this.#rows
    this.#rows = []
    const columns = [...this.columns.names]
    const { decimalComma, sparse } = this
    return { columns, decimalComma, sparse, ignored: this.columns.ignored, rows: rows.map((row) => padRow(row, columns.length)) }
  }

  get waiting(): number {
    return this.#rows.length
  }
}

const isEmpty = (cell: Cell): boolean => cell === null || (typeof cell === 'string' && foldName(cell) === '')

const padRow = (row: Row, length: number): Row =>
  row.cells.length === length ? row : { ...row, cells: [...row.cells, ...Array.from({ length: length - row.cells.length }, () => null)] }
