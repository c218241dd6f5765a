import { TableError } from '../table-error.ts'
import { withoutFormulaGuard } from '../formula-guard.ts'
import type { Cell } from '../table.ts'
import { CsvRecords, QuoteFault } from './csv-records.ts'
import type { RowSink } from './rows.ts'

/** How much of the first line is looked at for its delimiter. */
const headCharacters = 64 * 1024

/**
 * A CSV by RFC 4180, strictly: every record has the header's number of cells. `,` or `;` is found from the header record (D4). A fault
 * tells the line that its record begins on.
 */
export class CsvReader {
  readonly #sink: RowSink
  /** What was not read yet: the head until the delimiter is known, then the beginning of a record. */
  #waiting = ''
  #delimiter: ',' | ';' | undefined
  #positions: readonly number[] | undefined
  /** The number of cells that the first record has, and all others must have. */
  #width: number | undefined
  /** The line that the next record begins on. */
  #line = 1

  constructor(sink: RowSink) {
    this.#sink = sink
  }

  async write(text: string): Promise<void> {
    if (text.includes('\0')) throw new TableError('file_nul', { row: this.#sink.next })
    this.#read(this.#waiting + text, false)
    if (this.#waiting.length > this.#sink.limits.rowCharacters) this.#tooLong()
  }

  async end(): Promise<void> {
    this.#read(this.#waiting, true)
    if (!this.#positions) throw new TableError('file_empty')
  }

  #read(text: string, final: boolean): void {
    const delimiter = (this.#delimiter ??= delimiterOf(text, final || text.length > headCharacters))
    this.#waiting = text
    if (!delimiter) return
    this.#sink.decimalComma = delimiter === ';'
    const records = new CsvRecords(text, delimiter, final)
    for (let texts = this.#next(records); texts; texts = this.#next(records)) this.#record(texts)
    this.#waiting = records.rest
  }

  #next(records: CsvRecords): readonly string[] | undefined {
    try {
      return records.next()
    } catch (error) {
      if (!(error instanceof QuoteFault)) throw error
      throw new TableError('csv_quote', { line: this.#line })
    }
  }

  /** Blank lines count as rows; those before the header are none. */
  #record(texts: readonly string[]): void {
    if (texts.length === 0) {
      this.#line += 1
      if (this.#positions) this.#sink.count()
      return
    }
    this.#width ??= texts.length
    if (texts.length !== this.#width) {
      throw new TableError('csv_cells', { row: this.#sink.next, line: this.#line, found: texts.length, expected: this.#width })
    }
    if (this.#positions) this.#row(texts, this.#positions)
    else if (texts.some((text) => text.trim() !== '')) this.#positions = this.#sink.columns.declare(texts)
    this.#line += 1 + lineEnds(texts)
  }

  #row(texts: readonly string[], positions: readonly number[]): void {
    const row = this.#sink.count()
    const cells: Cell[] = []
    for (let index = 0; index < texts.length; index += 1) {
      const text = texts[index] ?? ''
      const position = positions[index] ?? -1
      const cell = text === '' ? null : this.#sink.cell(withoutFormulaGuard(text), row, position)
      if (position !== -1) cells.push(cell)
      else if (cell !== null) throw new TableError('file_column_unnamed', { row, position: index + 1 })
    }
    this.#sink.add(row, cells)
  }

  /** A record that is too long over several lines has a quote that never closes. */
  #tooLong(): never {
    if (lineEnds([this.#waiting]) > 0) throw new TableError('csv_quote', { line: this.#line })
    throw new TableError('file_row_too_long', { row: this.#sink.next, limit: this.#sink.limits.rowCharacters })
  }
}

const lineEnd = /\r\n|[\r\n]/g

/** Line ends within the cells of a record; almost none has one. */
const lineEnds = (texts: readonly string[]): number =>
  texts.reduce((count, text) => (text.includes('\n') || text.includes('\r') ? count + (text.match(lineEnd)?.length ?? 0) : count), 0)

/** The delimiter that the header record has more of outside quotes; undefined while its end is not there yet. */
const delimiterOf = (text: string, final: boolean): ',' | ';' | undefined => {
  let balance = 0
  let quoted = false
  let ended = final
  for (const character of text) {
    if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === ',') balance += 1
    else if (character === ';') balance -= 1
    else if (character === '\n' || character === '\r') {
      ended = true
      break
    }
  }
  if (!ended) return undefined
  return balance < 0 ? ';' : ','
}
