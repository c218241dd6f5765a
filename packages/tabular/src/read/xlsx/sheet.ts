import { TableError } from '../../table-error.ts'
import { type Cell, type CellProblem, isProblem } from '../../table.ts'
import { formatCellName } from '../cell-name.ts'
import { ignored, shownCharacters, unnamed } from '../columns.ts'
import type { RowSink } from '../rows.ts'
import type { Attributes, XmlEvents } from '../guarded-xml.ts'
import { formatSerialDate, type NumberMeaning } from './dates.ts'
import { decodeEscapes, RichText } from './strings.ts'

/** The parts of the workbook that cells refer to. */
export type SheetContext = {
  readonly strings: readonly string[]
  readonly styles: readonly NumberMeaning[]
  readonly from1904: boolean
  /** Counts the characters that cells get from shared strings: a small workbook can repeat a long one (THREAT-24). */
  readonly countShared: (characters: number) => void
}

/** The content of a cell; an empty text is none. */
type Content = string | number | CellProblem

/** The size limits of a sheet (ECMA-376). */
const lastColumn = 16_384
const lastRow = 1_048_576
/** Excel keeps 15 digits of a number. The others of a longer code are lost already (REQ-IMP-03). */
const longestNumber = 1e15

/** Reads the rows of a sheet. The first row that is not empty is the header (REQ-IMP-02). Formulas are not evaluated; the stored result counts. */
export class SheetReader implements XmlEvents {
  readonly #sink: RowSink
  readonly #context: SheetContext
  /** True after the last row. The rest of the part is not read. */
  done = false
  #positions: readonly number[] | undefined
  #headerRow = 0
  #sheetRow = 0
  #row = 0
  #contents: Content[] = []
  /** A value under no name in this row. */
  #outside: CellProblem | undefined
  #column = -1
  #type = 'n'
  #style = 0
  #value = ''
  #inValue = false
  #hasValue = false
  #hasFormula = false
  #inline: RichText | undefined

  constructor(sink: RowSink, context: SheetContext) {
    this.#sink = sink
    this.#sink.decimalComma = true
    this.#context = context
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'c') this.#openCell(attributes)
    else if (name === 'v') this.#inValue = this.#hasValue = true
    else if (name === 'f') this.#hasFormula = true
    else if (name === 'is') this.#inline = new RichText()
    else if (name === 'row') this.#openRow(attributes['r'])
    else this.#inline?.open(name)
  }

  close(name: string): void {
    if (name === 'c') this.#closeCell()
    else if (name === 'v') this.#inValue = false
    else if (name === 'row') this.#closeRow()
    else if (name === 'sheetData') this.done = true
    else this.#inline?.close(name)
  }

  text(text: string): void {
    if (this.#inline) this.#inline.add(text)
    else if (this.#inValue) this.#value += text
    if (this.#value.length > this.#sink.limits.cellCharacters * 7) this.#sink.tooLong(this.#row, this.#position)
  }

  end(): void {
    if (!this.#positions) throw new TableError('file_empty')
  }

  #openRow(reference: string | undefined): void {
    const row = reference === undefined ? this.#sheetRow + 1 : parseRowNumber(reference)
    if (!(row > this.#sheetRow && row <= lastRow)) throw new TableError('xlsx_damaged')
    this.#sheetRow = row
    this.#column = -1
    this.#contents = []
    this.#outside = undefined
    if (this.#positions) this.#sink.count()
    this.#row = row - this.#headerRow
  }

  #openCell(attributes: Attributes): void {
    const reference = attributes['r']
    const column = reference === undefined ? this.#column + 1 : parseColumn(reference)
    if (column <= this.#column || column >= lastColumn) throw new TableError('xlsx_damaged')
    this.#column = column
    this.#type = attributes['t'] ?? 'n'
    this.#style = Number(attributes['s'] ?? 0)
    this.#value = ''
    this.#inline = undefined
    this.#hasValue = this.#hasFormula = false
  }

  #closeCell(): void {
    const isIgnored = this.#positions !== undefined && this.#position === ignored
    const content = isIgnored ? '' : this.#readContent()
    this.#inline = undefined
    if (content === '') return
    if (typeof content === 'string' && content.includes('\0')) throw new TableError('file_nul', { row: this.#row })
    const width = this.#positions?.length ?? this.#sink.limits.columns
    if (this.#column >= width) return this.#reportOutside(content)
    while (this.#contents.length < this.#column) this.#contents.push('')
    this.#contents.push(content)
  }

  #readContent(): Content {
    if (this.#inline) return decodeEscapes(this.#inline.text)
    if (this.#value !== '') return this.#parseValue(this.#value)
    // An empty text is the result of some formulas. Programs that do not compute write no result, or an empty number.
    const hasResult = this.#hasValue && this.#type === 'str'
    return this.#hasFormula && !hasResult ? this.#describeProblem('xlsx_formula_empty') : ''
  }

  #describeProblem(problem: CellProblem['problem'], params: CellProblem['params'] = {}, column = this.#column): CellProblem {
    return { problem, params: { cell: formatCellName(column, this.#sheetRow), ...params } }
  }

  /** The position of the cell's column; `unnamed` before the header. */
  get #position(): number {
    return this.#positions?.[this.#column] ?? unnamed
  }

  #reportOutside(content: Content, column = this.#column): void {
    if (!this.#positions) throw new TableError('file_columns_too_many', { limit: this.#sink.limits.columns })
    if (typeof content !== 'string' || content.trim() !== '') this.#outside ??= this.#describeProblem('file_column_unnamed', {}, column)
  }

  /** Returns the content of a stored value by the type of the cell. */
  #parseValue(value: string): Content {
    switch (this.#type) {
      case 's':
        return this.#findShared(Number(value))
      case 'str':
        return decodeEscapes(value)
      case 'inlineStr':
        return ''
      case 'b':
        return value.trim() === '1' || value.trim() === 'true' ? 'true' : 'false'
      case 'd':
        return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '')
      case 'e':
        return this.#describeProblem('xlsx_error_cell', { error: value.trim().slice(0, shownCharacters) })
      case 'n':
        return this.#formatNumber(Number(value))
      default:
        return this.#failDamaged()
    }
  }

  #findShared(index: number): string {
    const text = this.#context.strings[index] ?? this.#failDamaged()
    this.#context.countShared(text.length)
    return text
  }

  #formatNumber(value: number): Content {
    if (!Number.isFinite(value)) this.#failDamaged()
    const meaning = this.#context.styles[this.#style] ?? 'number'
    // A workbook stores 95 % as 0.95, with errors of its multiplication. Its texts have a decimal comma.
    if (meaning === 'percent') return `${String(Number((value * 100).toPrecision(15))).replace('.', ',')}%`
    if (meaning !== 'number') return formatSerialDate(value, meaning, this.#context.from1904)
    return Number.isInteger(value) && Math.abs(value) >= longestNumber ? this.#describeProblem('xlsx_number_too_long') : value
  }

  #closeRow(): void {
    const positions = this.#positions
    if (!positions) {
      const texts = this.#contents.map(readHeaderText)
      if (texts.every((text) => text.trim() === '')) return
      this.#headerRow = this.#sheetRow
      this.#positions = this.#sink.columns.declare(texts)
      return
    }
    const cells = Array.from<Cell>({ length: this.#sink.columns.names.length }).fill(null)
    this.#contents.forEach((content, index) => {
      const position = positions[index] ?? unnamed
      if (position === ignored) return
      if (position !== unnamed) cells[position] = typeof content === 'string' ? this.#sink.cell(content, this.#row, position) : content
      else if (content !== '') this.#reportOutside(content, index)
    })
    this.#sink.add(this.#row, cells, this.#outside)
  }

  #failDamaged(): never {
    throw new TableError('xlsx_damaged', { row: this.#row })
  }
}

/** A name that cannot be read makes the file invalid. */
const readHeaderText = (content: Content): string => {
  if (isProblem(content)) throw new TableError(content.problem, content.params)
  return String(content)
}

/** Returns the row number, or NaN if the text is no row number. */
const parseRowNumber = (reference: string): number => (/^[1-9]\d{0,6}$/.test(reference) ? Number(reference) : Number.NaN)

/** Returns the zero-based column of a reference such as `AB12`. */
export const parseColumn = (reference: string): number => {
  let column = 0
  for (let index = 0; index < reference.length; index += 1) {
    const letter = (reference.charCodeAt(index) | 32) - 96
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}
