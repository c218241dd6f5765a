import type { ReadResult } from '@registry/domain/fields/read-result'
import { buildReader, type ValueReader } from '@registry/domain/fields/reader'
import type { FieldTable } from '@registry/domain/fields/field-definition'
import { type MissingReason, parseMissingCell } from '@registry/domain/fields/missing'
import type { DataDomainColumn } from '@registry/domain/imports/columns'
import { cleanText } from '@registry/domain/text'
import { CLEAR, isProblem, type Batch, type Cell, type CellProblem, type Row } from '@registry/tabular/table'
import { formatArray, formatCell, formatText, nullCell } from './copy-line.ts'
import { buildReaderContext, type ReadingOptions, type RowReader, type ValueOptions } from './options.ts'
import { formatKey, readCellText } from './row-keys.ts'
import { SeenRows } from './seen-rows.ts'

type Column = DataDomainColumn & { readonly name: string; readonly read: ValueReader; readonly write: (text: string) => string }

/** The reasons of a row by table and column: a save of the form writes two tables. */
type Reasons = Partial<Record<FieldTable, Record<string, MissingReason>>>

/** The state of a row while it is read: its cleared columns, its columns with a reason, and whether it is valid so far. */
type RowState = {
  readonly row: number
  readonly key: string
  readonly cleared: string[]
  readonly reasons: Reasons
  valid: boolean
}

/** The cleared columns of a row, and the reasons of some of them, for COPY. */
const formatCleared = ({ cleared, reasons }: RowState): string =>
  `${formatArray(cleared)}\t${Object.keys(reasons).length === 0 ? nullCell : formatText(JSON.stringify(reasons))}`

const isBlank = (cell: Cell): boolean => cell === null || (typeof cell === 'string' && cleanText(cell) === '')

const readCell = ({ read }: Column, cell: string | number): ReadResult => (typeof cell === 'number' ? read.json(cell) : read.text(cell))

/**
 * Reads the rows of a file for a section of the record. The dictionary checks each cell and formats it for COPY. A row with an invalid cell
 * is reported and omitted; the other rows are not affected (REQ-IMP-05).
 */
export class DataDomainRows implements RowReader {
  readonly #options: ValueOptions & Pick<ReadingOptions, 'emptyClears'>
  readonly #known: ReadonlyMap<string, DataDomainColumn>
  seen = new SeenRows()
  /** In the order of the cells. */
  #columns: readonly Column[] = []
  #staged: readonly string[] = []
  #keyAt = -1
  #ignored: readonly string[] = []

  constructor(options: ValueOptions & Pick<ReadingOptions, 'emptyClears'>, columns: readonly DataDomainColumn[]) {
    this.#options = options
    this.#known = new Map(columns.map((column) => [column.field.name, column]))
  }

  batch(batch: Batch): ReturnType<RowReader['batch']> {
    if (this.#columns.length !== batch.columns.length) this.#setColumns(batch)
    this.#ignored = batch.ignored
    const cleared = new Set<string>()
    const lines = batch.rows.map((row) => this.#line(row, batch.sparse, cleared)).filter((line) => line !== undefined)
    this.seen.rows += batch.rows.length
    const bytes = new TextEncoder().encode(lines.join(''))
    return { bytes, report: { kind: 'rows', count: lines.length, read: batch.rows.length, columns: this.#staged, cleared: [...cleared] } }
  }

  end(): ReturnType<RowReader['batch']> {
    this.seen.entries.warnOfIgnoredColumns(this.#ignored)
    return { report: { kind: 'done', rows: this.seen.rows, found: this.seen.entries.toData() } }
  }

  /** In JSON and XML a later row can have more columns. */
  #setColumns({ columns, decimalComma }: Batch): void {
    const context = buildReaderContext(this.#options, decimalComma)
    this.#columns = columns.map((name) => {
      const column = this.#known.get(name)
      if (!column) throw new Error(`${name} is no column of this file`)
      return { ...column, name, read: buildReader(column.field, context), write: formatCell[column.field.type] }
    })
    const filled = this.#columns.flatMap((column) => (column.use !== 'key' && column.use !== 'derived' ? [column.field.column] : []))
    this.#staged = ['row_number', 'key', 'cleared', 'reasons', ...filled]
    this.#keyAt = this.#columns.findIndex(({ use }) => use === 'key')
  }

  /** The COPY line of a row, or undefined if the row is rejected. Adds the columns that the row clears to `cleared`. */
  #line({ number, cells, problem }: Row, sparse: boolean, cleared: Set<string>): string | undefined {
    const key = this.#key(number, cells[this.#keyAt] ?? null)
    const state: RowState = { row: number, key: key ?? formatKey(cells[this.#keyAt]), cleared: [], reasons: {}, valid: key !== undefined }
    let text = ''
    for (let at = 0; at < this.#columns.length; at += 1) {
      const [column, cell] = [this.#columns[at], cells[at] ?? null]
      if (!column || column.use === 'key') continue
      if (column.use !== 'derived') text += `\t${cell === null ? this.#empty(state, column, sparse) : this.#cell(state, column, cell)}`
      else if (!isBlank(cell)) this.seen.entries.warn(number, state.key, column.name, { code: 'value_derived' })
    }
    if (problem) this.#rejectProblem(state, undefined, problem)
    if (key === undefined || !state.valid || this.#isRepeated(number, key)) return undefined
    for (const column of state.cleared) cleared.add(column)
    // Few rows clear a value.
    const emptied = state.cleared.length === 0 ? `${nullCell}\t${nullCell}` : formatCleared(state)
    return `${number}\t${formatText(key)}\t${emptied}${text}\n`
  }

  /** The key of a row, or undefined if it is invalid; the error is reported. */
  #key(row: number, cell: Cell): string | undefined {
    if (isProblem(cell)) {
      this.seen.entries.reject(row, '', 'CENTER_ID', { code: cell.problem, params: cell.params })
      return undefined
    }
    const reading = this.#columns[this.#keyAt]?.read.text(readCellText(cell))
    if (reading?.text !== undefined && reading.text !== null) return reading.text
    this.seen.entries.reject(row, formatKey(cell), 'CENTER_ID', reading?.error ?? { code: 'value_required' })
    return undefined
  }

  /** Rejects a row that repeats the key of an earlier valid row. */
  #isRepeated(row: number, key: string): boolean {
    const first = this.seen.keys.findEarlierRow(key, row)
    if (first !== undefined) this.seen.entries.reject(row, key, 'CENTER_ID', { code: 'import_key_repeated', params: { first } })
    return first !== undefined
  }

  /** Formats a cell for the line. Reports its error or warning, and notes the column that it clears. */
  #cell(state: RowState, column: Column, cell: Exclude<Cell, null>): string {
    if (cell === CLEAR) return this.#clear(state, column)
    if (isProblem(cell)) return this.#rejectProblem(state, column.name, cell)
    const reason = parseMissingCell(cell)
    if (reason !== undefined) return this.#clearFor(state, column, reason, cell)
    const { text, error: detail, warning } = readCell(column, cell)
    if (text !== undefined && text !== null) {
      if (warning) this.seen.entries.warn(state.row, state.key, column.name, warning)
      return column.write(text)
    }
    if (isBlank(cell)) return this.#empty(state, column, false)
    if (!detail) return this.#clear(state, column)
    this.seen.entries.reject(state.row, state.key, column.name, detail, cell)
    state.valid = false
    return nullCell
  }

  /** An empty cell keeps the stored value, or clears it if the sender requested that. A missing cell always keeps it. */
  #empty(state: RowState, column: Column, isAbsent: boolean): string {
    return this.#options.emptyClears === true && !isAbsent && column.use === 'store' ? this.#clear(state, column) : nullCell
  }

  #rejectProblem(state: RowState, field: string | undefined, { problem, params }: CellProblem): string {
    this.seen.entries.reject(state.row, state.key, field, { code: problem, params })
    state.valid = false
    return nullCell
  }

  /** Clears a column for a reason; null is a reason that does not exist (REQ-CRF-16). */
  #clearFor(state: RowState, column: Column, reason: MissingReason | null, cell: Cell): string {
    if (reason !== null) {
      const { table, column: name, required } = column.field
      if (column.use === 'store' && required !== true) (state.reasons[table] ??= {})[name] = reason
      return this.#clear(state, column)
    }
    this.seen.entries.reject(state.row, state.key, column.name, { code: 'value_reason_unknown' }, cell)
    state.valid = false
    return nullCell
  }

  #clear(state: RowState, { use, name, field }: Column): string {
    if (field.required) {
      this.seen.entries.reject(state.row, state.key, name, { code: 'value_required' })
      state.valid = false
    } else if (use === 'store') state.cleared.push(field.column)
    else this.seen.entries.warn(state.row, state.key, name, { code: 'import_field_unchanged' })
    return nullCell
  }
}
