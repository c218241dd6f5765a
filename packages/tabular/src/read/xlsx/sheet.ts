import { TableError } from '../../table-error.ts'
import type { Cell } from '../../table.ts'
import type { RowSink } from '../rows.ts'
import type { Attributes, XmlEvents } from '../guarded-xml.ts'
import { formatSerialDate, type NumberMeaning } from './dates.ts'
import { decodeEscapes, RichText } from './strings.ts'

/** The parts of the workbook that cells refer to. */
export type SheetContext = { readonly strings: readonly string[]; readonly styles: readonly NumberMeaning[]; readonly from1904: boolean }

/** The size limits of a sheet (ECMA-376). */
const lastColumn = 16_384
const lastRow = 1_048_576

/** Reads the rows of a sheet. The first row that is not empty is the header (REQ-IMP-02). Formulas are not evaluated; the stored value counts. */
export class SheetReader implements XmlEvents {
  readonly #sink: RowSink
  readonly #context: SheetContext
  /** True after the last row. The rest of the part is not read. */
  done = false
  #positions: readonly number[] | undefined
  #headerRow = 0
  #sheetRow = 0
  #row = 0
  #contents: (string | number)[] = []
  #column = -1
  #type = 'n'
  #style = 0
  #value = ''
  #inValue = false
  #inline: RichText | undefined

  constructor(sink: RowSink, context: SheetContext) {
    this.#sink = sink
    this.#sink.decimalComma = true
    this.#context = context
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'c') this.#openCell(attributes)
    else if (name === 'v') this.#inValue = true
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
  }

  #closeCell(): void {
    const content = this.#inline ? decodeEscapes(this.#inline.text) : this.#value === '' ? '' : this.#parseValue(this.#value)
    this.#inline = undefined
    if (content === '') return
    if (typeof content === 'string' && content.includes('\0')) throw new TableError('file_nul', { row: this.#row })
    const width = this.#positions?.length ?? this.#sink.limits.columns
    if (this.#column >= width) this.#failOutside()
    while (this.#contents.length < this.#column) this.#contents.push('')
    this.#contents.push(content)
  }

  /** The position of the cell's column; -1 before the header or under a blank header cell. */
  get #position(): number {
    return this.#positions?.[this.#column] ?? -1
  }

  #failOutside(): never {
    if (!this.#positions) throw new TableError('file_columns_too_many', { limit: this.#sink.limits.columns })
    throw new TableError('file_column_unnamed', { row: this.#row, position: this.#column + 1 })
  }

  /** Returns the text or number of a stored value by the type of the cell. */
  #parseValue(value: string): string | number {
    switch (this.#type) {
      case 's':
        return this.#context.strings[Number(value)] ?? this.#failDamaged()
      case 'str':
        return decodeEscapes(value)
      case 'inlineStr':
        return ''
      case 'b':
        return value.trim() === '1' || value.trim() === 'true' ? 'true' : 'false'
      case 'd':
        return value.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '')
      case 'e':
        throw new TableError('xlsx_error_cell', { row: this.#row, column: this.#sink.columns.names[this.#position] ?? this.#column + 1 })
      case 'n':
        return this.#formatNumber(Number(value))
      default:
        return this.#failDamaged()
    }
  }

  #formatNumber(value: number): string | number {
    if (!Number.isFinite(value)) this.#failDamaged()
    const meaning = this.#context.styles[this.#style] ?? 'number'
    return meaning === 'number' ? value : formatSerialDate(value, meaning, this.#context.from1904)
  }

  #closeRow(): void {
    const positions = this.#positions
    if (!positions) {
      const texts = this.#contents.map(String)
      if (texts.every((text) => text.trim() === '')) return
      this.#headerRow = this.#sheetRow
      this.#positions = this.#sink.columns.declare(texts)
      return
    }
    const cells = Array.from<Cell>({ length: this.#sink.columns.names.length }).fill(null)
    this.#contents.forEach((content, index) => {
      const position = positions[index] ?? -1
      if (position !== -1) cells[position] = typeof content === 'number' ? content : this.#sink.cell(content, this.#row, position)
      else if (content !== '') throw new TableError('file_column_unnamed', { row: this.#row, position: index + 1 })
    })
    this.#sink.add(this.#row, cells)
  }

  #failDamaged(): never {
    throw new TableError('xlsx_damaged', { row: this.#row })
  }
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
