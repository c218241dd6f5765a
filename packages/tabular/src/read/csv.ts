import { CsvError, Parser } from 'csv-parse'
import { TableError } from '../table-error.ts'
import { removeFormulaGuard } from '../formula-guard.ts'
import type { Cell, CellProblem } from '../table.ts'
import { formatCellName } from './cell-name.ts'
import { ignored, unnamed } from './columns.ts'
import type { RowSink } from './rows.ts'

/** At most this much of the header is read before the delimiter is chosen. */
const headCharacters = 64 * 1024

type Delimiter = ',' | ';'

/**
 * Reads CSV strictly by RFC 4180: every record has as many cells as the header. The header decides between `,` and `;` (REQ-IMP-02).
 * csv-parse splits the records; this class limits their length. An error names the first line of its record.
 */
export class CsvReader {
  readonly #sink: RowSink
  #delimiter: Delimiter = ','
  #parser: Parser | undefined
  /** Unparsed text: the header until the delimiter is known, and a Ctrl-Z that can end the file. */
  #held = ''
  /** The text of the incomplete record. */
  #unread = ''
  #writtenBytes = 0
  /** Bytes up to the end of the last record. */
  #recordBytes = 0
  #blankLines = 0
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
    await this.#read(this.#held + text, false)
    if (this.#unread.length > this.#sink.limits.rowCharacters) this.#failTooLong()
  }

  async end(): Promise<void> {
    await this.#read(this.#held.replace(endOfFile, ''), true)
    const parser = this.#parser
    if (parser) await this.#run(parser, (done) => parser.end(done))
    if (!this.#positions) throw new TableError('file_empty')
  }

  async #read(text: string, final: boolean): Promise<void> {
    this.#held = text
    this.#parser ??= this.#createParser(final)
    if (!this.#parser) return
    const [end = ''] = final ? [] : (endOfFile.exec(this.#held) ?? [])
    const kept = end.length > headCharacters ? 0 : end.length
    const known = this.#held.slice(0, this.#held.length - kept)
    this.#held = this.#held.slice(known.length)
    await this.#parse(this.#parser, known)
  }

  /** Returns nothing while the delimiter is unknown. */
  #createParser(final: boolean): Parser | undefined {
    const isLong = this.#held.length > headCharacters
    this.#skipSeparatorLine()
    if (!final && incompleteSeparatorLine.test(this.#held)) return undefined
    const delimiter = detectDelimiter(this.#held, final || isLong)
    if (!delimiter) return undefined
    this.#delimiter = delimiter
    this.#sink.decimalComma = delimiter === ';'
    const parser = new Parser({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      relax_column_count: true,
      on_record: (texts: readonly string[], { bytes }) => {
        this.#addBlankLines(parser)
        this.#recordBytes = bytes
        this.#addRecord(texts)
        return undefined
      },
    })
    // The write or the end that failed reports the error.
    return parser.on('error', () => {})
  }

  /** Excel writes and reads the delimiter in a line before the header. The header shows it too. */
  #skipSeparatorLine(): void {
    const [line = ''] = separatorLine.exec(this.#held) ?? []
    if (line !== '') this.#line += 1
    this.#held = this.#held.slice(line.length)
  }

  async #parse(parser: Parser, text: string): Promise<void> {
    const bytes = Buffer.from(text)
    const before = this.#recordBytes
    this.#writtenBytes += bytes.length
    await this.#run(parser, (done) => parser.write(bytes, done))
    const unread =
      this.#recordBytes === before ? this.#unread + text : bytes.toString('utf8', bytes.length - this.#writtenBytes + this.#recordBytes)
    this.#unread = unread.replace(/^[\r\n]+/, '')
  }

  async #run(parser: Parser, work: (done: (error?: Error | null) => void) => void): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => work((error) => (error ? reject(error) : resolve())))
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      this.#addBlankLines(parser)
      throw new TableError('csv_quote', { line: this.#line })
    }
    this.#addBlankLines(parser)
  }

  /** Blank lines count as rows after the header. csv-parse skips and counts them. */
  #addBlankLines({ info }: Parser): void {
    for (; this.#blankLines < info.empty_lines; this.#blankLines += 1) this.#addBlankLine()
  }

  #addBlankLine(): void {
    this.#records += 1
    this.#line += 1
    if (this.#positions) this.#sink.count()
  }

  #addRecord(texts: readonly string[]): void {
    if (texts.length === 1 && texts[0]?.trim() === '\u001A') return this.#addBlankLine()
    this.#records += 1
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
const detectDelimiter = (text: string, final: boolean): Delimiter | undefined => {
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
