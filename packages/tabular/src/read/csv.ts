import { finished } from 'node:stream/promises'
import { CsvError, type InfoRecord, Parser } from 'csv-parse'
import { TableFault } from '../fault.ts'
import { withoutFormulaGuard } from '../formula-guard.ts'
import type { Cell } from '../table.ts'
import type { RowSink } from './rows.ts'

/** How much of the first line is looked at for its delimiter. */
const headCharacters = 64 * 1024

/** What csv-parse calls the faults of quoting. */
const quoteFaults: ReadonlySet<string> = new Set(['INVALID_OPENING_QUOTE', 'CSV_INVALID_CLOSING_QUOTE', 'CSV_QUOTE_NOT_CLOSED'])

/**
 * A CSV by RFC 4180, strictly (csv-parse): a quote stands around a whole cell or, doubled, within it; every record has the header's number
 * of cells; a line ends with CRLF, LF or, as on old Macs, CR. `,` or `;` is found from the header record (D4). A fault tells the line that
 * its record begins on.
 */
export class CsvReader {
  readonly #sink: RowSink
  #head = ''
  #parser: Parser | undefined
  #positions: readonly number[] | undefined
  /** The number of cells that the first record has, and all others must have. */
  #width = 0
  /** The line that the next record begins on. */
  #line = 1
  /** The lines and the blank ones among them that the parser counted up to there: it counts a CRLF within quotes twice. */
  #counted = 0
  #blank = 0
  /** Characters since the last record ended, a bound on what the parser holds. */
  #waiting = 0

  constructor(sink: RowSink) {
    this.#sink = sink
  }

  async write(text: string): Promise<void> {
    if (text.includes('\0')) throw new TableFault('file_nul', { row: this.#sink.next })
    if (this.#parser) return this.#parse(this.#parser, text)
    this.#head += text
    const delimiter = delimiterOf(this.#head, this.#head.length > headCharacters)
    if (delimiter) await this.#begin(delimiter)
  }

  async end(): Promise<void> {
    const parser = this.#parser ?? (await this.#begin(delimiterOf(this.#head, true) ?? ','))
    await finished(parser.resume().end()).catch((error: unknown) => this.#refuse(error))
    if (!this.#positions) throw new TableFault('file_empty')
  }

  async #begin(delimiter: ',' | ';'): Promise<Parser> {
    this.#sink.decimalComma = delimiter === ';'
    const parser = new Parser({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      on_record: (texts: string[], info: InfoRecord) => this.#record(texts, info),
    })
    // Each error is also given to the write that it comes of.
    parser.on('error', () => {})
    this.#parser = parser
    await this.#parse(parser, this.#head)
    this.#head = ''
    return parser
  }

  async #parse(parser: Parser, text: string): Promise<void> {
    this.#waiting += text.length
    const error = await new Promise<unknown>((resolve) => parser.write(text, resolve))
    if (error) this.#refuse(error)
    this.#countBlank(parser.info.empty_lines)
    if (this.#waiting > this.#sink.limits.rowCharacters) this.#tooLong(parser.info.lines)
  }

  /** Takes a record where it is read; none goes through the stream, whose buffers would cost as much again. */
  #record(texts: readonly string[], { lines, empty_lines: blank }: InfoRecord): null {
    this.#countBlank(blank)
    if (this.#positions) this.#row(texts, this.#positions)
    else this.#header(texts)
    this.#line += lines > this.#counted + 1 ? 1 + lineEnds(texts) : 1
    this.#counted = lines
    this.#waiting = 0
    return null
  }

  #header(texts: readonly string[]): void {
    this.#width = texts.length
    if (texts.some((text) => text.trim() !== '')) this.#positions = this.#sink.columns.declare(texts)
  }

  #row(texts: readonly string[], positions: readonly number[]): void {
    const row = this.#sink.count()
    const cells: Cell[] = []
    for (let index = 0; index < texts.length; index += 1) {
      const text = texts[index] ?? ''
      const position = positions[index] ?? -1
      const cell = text === '' ? null : this.#sink.cell(withoutFormulaGuard(text), row, position)
      if (position !== -1) cells.push(cell)
      else if (cell !== null) throw new TableFault('file_column_unnamed', { row, position: index + 1 })
    }
    this.#sink.add(row, cells)
  }

  /** Blank lines are rows that the parser passes over; those before the header are none. */
  #countBlank(blank: number): void {
    for (; this.#blank < blank; this.#blank += 1) {
      this.#line += 1
      this.#counted += 1
      if (this.#positions) this.#sink.count()
    }
  }

  /** A record that is too long over several lines has a quote that never closes. */
  #tooLong(lines: number): never {
    if (lines > this.#counted + 1) throw new TableFault('csv_quote', { line: this.#line })
    throw new TableFault('file_row_too_long', { row: this.#sink.next, limit: this.#sink.limits.rowCharacters })
  }

  /** Tells a fault of the parser as one of the file. */
  #refuse(error: unknown): never {
    if (!(error instanceof CsvError)) throw error
    this.#countBlank(Number(error['empty_lines']))
    const line = this.#line
    if (quoteFaults.has(error.code)) throw new TableFault('csv_quote', { line })
    if (error.code !== 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH') throw error
    const found = Array.isArray(error['record']) ? error['record'].length : 0
    throw new TableFault('csv_cells', { row: this.#sink.next, line, found, expected: this.#width })
  }
}

const lineEnds = (texts: readonly string[]): number => texts.reduce((count, text) => count + (text.match(/\r\n|[\r\n]/g)?.length ?? 0), 0)

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
