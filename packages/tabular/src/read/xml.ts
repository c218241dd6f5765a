import { TableError } from '../table-error.ts'
import type { Cell } from '../table.ts'
import { foldName } from '../near-name.ts'
import { ignored, shownCharacters } from './columns.ts'
import type { RowSink } from './rows.ts'
import { GuardedXml } from './guarded-xml.ts'

/** Accepted element names: `rows` with `row`, and `records` with `record`. */
const rowNames: Readonly<Record<string, string>> = { rows: 'row', records: 'record' }

/**
 * Reads `<rows><row><FIELD>value</FIELD></row></rows>`. Rejects an element within a field, so the depth is at most three.
 * Ignores attributes.
 */
export class XmlReader {
  readonly #sink: RowSink
  readonly #xml: GuardedXml
  #depth = 0
  #rowName = ''
  #row = 0
  #cells: Cell[] = []
  #position = 0
  #text = ''
  /** The last row with a value for each column. */
  readonly #lastRows: number[] = []

  constructor(sink: RowSink) {
    this.#sink = sink
    this.#sink.sparse = true
    const events = { open: (name: string) => this.#open(name), close: () => this.#close(), text: (text: string) => this.#add(text) }
    this.#xml = new GuardedXml(events, sink.limits)
  }

  write(text: string): void {
    this.#xml.write(text)
  }

  end(): void {
    this.#xml.end()
    if (this.#sink.next > 1) this.#sink.columns.check()
  }

  #open(name: string): void {
    this.#depth += 1
    if (this.#depth === 1) this.#rowName = rowNames[foldName(name)] ?? this.#failShape()
    else if (this.#depth === 2) this.#openRow(name)
    else if (this.#depth === 3) this.#openField(name)
    else this.#failShape()
  }

  #openRow(name: string): void {
    if (foldName(name) !== this.#rowName) this.#failShape()
    this.#row = this.#sink.count()
    this.#cells = Array.from<Cell>({ length: this.#sink.columns.names.length }).fill(null)
  }

  #openField(name: string): void {
    this.#position = this.#sink.columns.position(name)
    this.#text = ''
    if (this.#position === ignored) return
    if (this.#lastRows[this.#position] === this.#row)
      throw new TableError('file_column_duplicate', { column: name.slice(0, shownCharacters), row: this.#row })
    this.#lastRows[this.#position] = this.#row
  }

  #close(): void {
    if (this.#depth === 3) this.#closeField()
    else if (this.#depth === 2) this.#sink.add(this.#row, this.#cells)
    this.#depth -= 1
  }

  #closeField(): void {
    if (this.#position === ignored) return
    this.#cells[this.#position] = this.#text === '' ? '' : this.#sink.cell(this.#text, this.#row, this.#position)
  }

  #add(text: string): void {
    if (this.#depth !== 3) {
      if (text.trim() !== '') this.#failShape()
      return
    }
    this.#text += text
    if (this.#text.length > this.#sink.limits.cellCharacters) this.#sink.tooLong(this.#row, this.#position)
  }

  #failShape(): never {
    throw new TableError('xml_shape', { line: this.#xml.line })
  }
}
