import { buildReader, type ValueReader } from '@registry/domain/fields/reader'
import { blockColumns, type BlockColumn, type BlockCommand } from '@registry/domain/imports/columns'
import { CLEAR, type Batch, type Cell, type Row } from '@registry/tabular/table'
import { Findings } from '../entries.ts'
import { arrayCell, cellOfKind, nullCell, textCell } from './copy-line.ts'
import { contextOf, type ReadingOptions, type RowReader } from './options.ts'
import { Seen } from './seen.ts'
import { formatKey } from './format-key.ts'

type Column = BlockColumn & { readonly name: string; readonly read: ValueReader['text']; readonly write: (text: string) => string }

/** A row while its line is made: what it clears, and whether it is still good. */
type Line = { readonly row: number; readonly key: string; readonly clearing: string[]; good: boolean }

const isBlank = (cell: Cell): boolean => cell === null || (cell !== CLEAR && cell.trim() === '')

/**
 * Reads the rows of a file for a block of the record: each cell is checked by the dictionary and becomes a typed one for COPY. A row with
 * a wrong cell is told and left out; it costs no other row (D4, D14).
 */
export class BlockRows implements RowReader {
  readonly #options: ReadingOptions
  readonly #known: ReadonlyMap<string, BlockColumn>
  readonly #findings = new Findings()
  readonly #keys = new Seen()
  #columns: readonly Column[] = []
  #staged: readonly string[] = []
  #keyAt = -1
  #rows = 0

  constructor(options: ReadingOptions, command: BlockCommand) {
    this.#options = options
    this.#known = new Map(blockColumns[command].map((column) => [column.field.name, column]))
  }

  batch(batch: Batch): ReturnType<RowReader['batch']> {
    if (this.#columns.length !== batch.columns.length) this.#learn(batch)
    const cleared = new Set<string>()
    const lines = batch.rows.map((row) => this.#line(row, cleared)).filter((line) => line !== undefined)
    this.#rows += batch.rows.length
    const bytes = new TextEncoder().encode(lines.join(''))
    return { bytes, report: { kind: 'rows', count: lines.length, columns: this.#staged, cleared: [...cleared] } }
  }

  end(): ReturnType<RowReader['batch']> {
    return { report: { kind: 'done', rows: this.#rows, found: this.#findings.found } }
  }

  /** In JSON and XML later rows may bring more columns. */
  #learn({ columns, decimalComma }: Batch): void {
    const context = contextOf(this.#options, decimalComma)
    this.#columns = columns.map((name) => {
      const column = this.#known.get(name)
      if (!column) throw new Error(`${name} is no column of this file`)
      return { ...column, name, read: buildReader(column.field, context).text, write: cellOfKind[column.field.type] }
    })
    const filled = this.#columns.filter(({ use }) => use !== 'key' && use !== 'derived').map(({ field }) => field.column)
    this.#staged = ['row_number', 'key', 'cleared', ...filled]
    this.#keyAt = this.#columns.findIndex(({ use }) => use === 'key')
  }

  /** The COPY line of a row; undefined when the row is refused. What it clears is added to what the batch clears. */
  #line({ number, cells }: Row, cleared: Set<string>): string | undefined {
    const key = this.#key(number, cells[this.#keyAt] ?? null)
    const line: Line = { row: number, key: key ?? formatKey(cells[this.#keyAt]), clearing: [], good: key !== undefined }
    let text = ''
    for (let at = 0; at < this.#columns.length; at += 1) {
      const [column, cell] = [this.#columns[at], cells[at] ?? null]
      if (!column || column.use === 'key') continue
      if (column.use !== 'derived') text += cell === null ? `\t${nullCell}` : `\t${this.#cell(line, column, cell)}`
      else if (!isBlank(cell)) this.#findings.warn(number, line.key, column.name, { code: 'value_derived' })
    }
    if (key === undefined || !line.good || this.#isRepeated(number, key)) return undefined
    for (const column of line.clearing) cleared.add(column)
    return `${number}\t${textCell(key)}\t${line.clearing.length === 0 ? nullCell : arrayCell(line.clearing)}${text}\n`
  }

  /** The key of a row; told and undefined where it is none. */
  #key(row: number, cell: Cell): string | undefined {
    const reading = this.#columns[this.#keyAt]?.read(typeof cell === 'string' ? cell : '')
    if (reading?.text !== undefined && reading.text !== null) return reading.text
    this.#findings.refuse(row, formatKey(cell), 'CENTER_ID', reading?.error ?? { code: 'value_required' })
    return undefined
  }

  /** A code counts once, in the first good row that has it: the later one costs itself alone. */
  #isRepeated(row: number, key: string): boolean {
    const first = this.#keys.before(key, row)
    if (first !== undefined) this.#findings.refuse(row, key, 'CENTER_ID', { code: 'import_key_repeated', params: { first } })
    return first !== undefined
  }

  /** What a cell becomes in the line; what is wrong with it or cleared by it is noted. */
  #cell(line: Line, column: Column, cell: string | typeof CLEAR): string {
    if (cell === CLEAR) return this.#clear(line, column)
    const { text, error: detail, warning } = column.read(cell)
    if (text !== undefined && text !== null) {
      if (warning) this.#findings.warn(line.row, line.key, column.name, warning)
      return column.write(text)
    }
    if (isBlank(cell)) return nullCell
    if (!detail) return this.#clear(line, column)
    this.#findings.refuse(line.row, line.key, column.name, detail)
    line.good = false
    return nullCell
  }

  #clear(line: Line, { use, name, field }: Column): string {
    if (field.required) {
      this.#findings.refuse(line.row, line.key, name, { code: 'value_required' })
      line.good = false
    } else if (use === 'store') line.clearing.push(field.column)
    else this.#findings.warn(line.row, line.key, name, { code: 'import_field_kept' })
    return nullCell
  }
}
