import { TableError } from '../table-error.ts'
import type { Cell } from '../table.ts'
import { foldName } from './columns.ts'
import type { RowSink } from './rows.ts'
import { GuardedXml } from './guarded-xml.ts'

/** The two pairs of names that a table's elements may have (D4 gives the first). */
const rowNames: Readonly<Record<string, string>> = { rows: 'row', records: 'record' }

/**
 * `<rows><row><FIELD>value</FIELD></row></rows>`. An element within a field is refused, so that no depth limit is needed beyond three.
 * Attributes say nothing here and are passed over.
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
  readonly #seen: number[] = []

  constructor(sink: RowSink) {
    this.#sink = sink
    const events = { open: (name: string) => this.#open(name), close: () => this.#close(), text: (text: string) => this.#add(text) }
    this.#xml = new GuardedXml(events, sink.limits)
  }

  write(text: string): void {
    this.#xml.write(text)
  }

  end(): void {
    this.#xml.end()
    if (this.#sink.next > 1) this.#sink.columns.checkRequired()
  }

  #open(name: string): void {
    this.#depth += 1
    if (this.#depth === 1) this.#rowName = rowNames[foldName(name)] ?? this.#wrongShape()
    else if (this.#depth === 2) this.#openRow(name)
    else if (this.#depth === 3) this.#openField(name)
    else this.#wrongShape()
  }

  #openRow(name: string): void {
    if (foldName(name) !== this.#rowName) this.#wrongShape()
    this.#row = this.#sink.count()
    this.#cells = Array.from<Cell>({ length: this.#sink.columns.names.length }).fill(null)
  }

  #openField(name: string): void {
    this.#position = this.#sink.columns.position(name)
    if (this.#seen[this.#position] === this.#row)
      throw new TableError('file_column_duplicate', { column: name.slice(0, 100), row: this.#row })
    this.#seen[this.#position] = this.#row
    this.#text = ''
  }

  #close(): void {
    if (this.#depth === 3) this.#cells[this.#position] = this.#sink.cell(this.#text, this.#row, this.#position)
    else if (this.#depth === 2) this.#sink.add(this.#row, this.#cells)
    this.#depth -= 1
  }

  #add(text: string): void {
    if (this.#depth !== 3) {
      if (text.trim() !== '') this.#wrongShape()
      return
    }
    this.#text += text
    if (this.#text.length > this.#sink.limits.cellCharacters) this.#sink.tooLong(this.#row, this.#position)
  }

  #wrongShape(): never {
    throw new TableError('xml_shape', { line: this.#xml.line })
  }
}
