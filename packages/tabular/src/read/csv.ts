import { TableError } from '../table-error.ts'
import { removeFormulaGuard } from '../formula-guard.ts'
import type { Cell, CellProblem } from '../table.ts'
import { formatCellName } from './cell-name.ts'
import { ignored, unnamed } from './columns.ts'
import { CsvRecords, CsvQuoteError } from './csv-records.ts'
import type { RowSink } from './rows.ts'

/** At most this much of the header is read before the delimiter is chosen. */
const headCharacters = 64 * 1024

/**
 * Reads CSV strictly by RFC 4180: every record has as many cells as the header. The header decides between `,` and `;` (REQ-IMP-02).
 * An error names the first line of its record.
 */
export class CsvReader {
  readonly #sink: RowSink
  /** Text that is not read yet: the header until the delimiter is known, then an incomplete record. */
  #unread = ''
  #delimiter: ',' | ';' | undefined
  #positions: readonly number[] | undefined
  /** The number of cells of the header, and therefore of each record. */
  #width: number | undefined
  /** The first line of the next record. */
  #line = 1
  /** The records before the next one, as a spreadsheet numbers its rows. */
  #records = 0

  constructor(sink: RowSink) {
    this.#sink = sink
  }

  async write(text: string): Promise<void> {
    if (text.includes('\0')) throw new TableError('file_nul', { row: this.#sink.next })
    this.#read(this.#unread + text, false)
    if (this.#unread.length > this.#sink.limits.rowCharacters) this.#failTooLong()
  }

  async end(): Promise<void> {
    this.#read(this.#unread.replace(endOfFile, ''), true)
    if (!this.#positions) throw new TableError('file_empty')
  }

  #read(text: string, final: boolean): void {
    this.#unread = this.#delimiter ? text : this.#skipSeparatorLine(text)
    if (!this.#delimiter && !final && incompleteSeparatorLine.test(this.#unread)) return
    const delimiter = (this.#delimiter ??= detectDelimiter(this.#unread, final || text.length > headCharacters))
    if (!delimiter) return
    this.#sink.decimalComma = delimiter === ';'
    const records = new CsvRecords(this.#unread, delimiter, final)
    for (let texts = this.#nextRecord(records); texts; texts = this.#nextRecord(records)) this.#addRecord(texts)
    this.#unread = records.rest
  }

  /** Excel writes and reads the delimiter in a line before the header. The header shows it too. */
  #skipSeparatorLine(text: string): string {
    const [line = ''] = separatorLine.exec(text) ?? []
    if (line !== '') this.#line += 1
    return text.slice(line.length)
  }

  #nextRecord(records: CsvRecords): readonly string[] | undefined {
    try {
      return records.next()
    } catch (error) {
      if (!(error instanceof CsvQuoteError)) throw error
      throw new TableError('csv_quote', { line: this.#line })
    }
  }

  /** A blank line counts as a row only after the header. */
  #addRecord(texts: readonly string[]): void {
    this.#records += 1
    if (texts.length === 0 || (texts.length === 1 && texts[0]?.trim() === '\u001A')) {
      this.#line += 1
      if (this.#positions) this.#sink.count()
      return
    }
    this.#width ??= texts.length
    if (texts.length !== this.#width) {
      throw new TableError('csv_cells', { row: this.#sink.next, line: this.#line, found: texts.length, expected: this.#width })
    }
    if (this.#positions) this.#addRow(texts, this.#positions)
    else if (texts.some((text) => text.trim() !== '')) this.#positions = this.#sink.columns.declare(texts)
    this.#line += 1 + countLineEnds(texts)
  }

  #addRow(texts: readonly string[], positions: readonly number[]): void {
    const row = this.#sink.count()
    const cells: Cell[] = []
    let problem: CellProblem | undefined
    for (let index = 0; index < texts.length; index += 1) {
      const text = texts[index] ?? ''
      const position = positions[index] ?? unnamed
      if (position === ignored) continue
      if (position !== unnamed) cells.push(text === '' ? null : this.#sink.cell(removeFormulaGuard(text, this.#delimiter), row, position))
      else if (text.trim() !== '') problem ??= { problem: 'file_column_unnamed', params: { cell: formatCellName(index, this.#records) } }
    }
    this.#sink.add(row, cells, problem)
  }

  /** A record over several lines that is too long has an unclosed quote. */
  #failTooLong(): never {
    if (countLineEnds([this.#unread]) > 0) throw new TableError('csv_quote', { line: this.#line })
    throw new TableError('file_row_too_long', { row: this.#sink.next, limit: this.#sink.limits.rowCharacters })
  }
}

const lineEnd = /\r\n|[\r\n]/g

/** Counts the line ends within the cells of a record. */
const countLineEnds = (texts: readonly string[]): number =>
  texts.reduce((count, text) => (text.includes('\n') || text.includes('\r') ? count + (text.match(lineEnd)?.length ?? 0) : count), 0)

/** A line `sep=;`, in quotes or not. */
const separatorLine = /^"?sep=."?(?:\r\n|\n|\r(?=[^\n]))/i
/** Its beginning, or the whole line without the second character of CRLF. */
const incompleteSeparatorLine = /^"?sep=.?"?\r?$/i
/** Old programs end a text with Ctrl-Z. */
const endOfFile = /\u001A\s*$/

/** Delimiters of other programs. In them a comma can separate decimals, so they are named and not read. */
const otherDelimiters: Readonly<Record<string, string>> = { '\t': 'tab', '|': '|' }

/**
 * Returns the more frequent delimiter of the header outside quotes; undefined while the header is incomplete.
 * @throws TableError csv_delimiter
 */
const detectDelimiter = (text: string, final: boolean): ',' | ';' | undefined => {
  let balance = 0
  let found = false
  let other: string | undefined
  let quoted = false
  let ended = final
  for (const character of text.trimStart()) {
    if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === ',' || character === ';') {
      found = true
      balance += character === ',' ? 1 : -1
    } else if (otherDelimiters[character] !== undefined) other ??= otherDelimiters[character]
    else if (character === '\n' || character === '\r') {
      ended = true
      break
    }
  }
  if (!ended) return undefined
  if (!found && other !== undefined) throw new TableError('csv_delimiter', { delimiter: other })
  return balance < 0 ? ';' : ','
}
