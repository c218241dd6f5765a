import { type ParsedTokenInfo, TokenizerError, TokenType } from '@streamparser/json'
import { TableError } from '../table-error.ts'
import { type Cell, CLEAR } from '../table.ts'
import { ignored, shownCharacters } from './columns.ts'
import { JsonTokens } from './json-tokens.ts'
import type { RowSink } from './rows.ts'

/** The current position: before the document, in the object around the rows, in their array, in a row, in a list, or after the document. */
type Place = 'start' | 'wrapper' | 'rows' | 'row' | 'list' | 'done'
/** The expected token: the first item or the end, an item, a colon, a member's value, or a comma or the end. */
type Next = 'first' | 'item' | 'colon' | 'value' | 'comma'

const ends: Readonly<Partial<Record<Place, TokenType>>> = {
  wrapper: TokenType.RIGHT_BRACE,
  rows: TokenType.RIGHT_BRACKET,
  row: TokenType.RIGHT_BRACE,
  list: TokenType.RIGHT_BRACKET,
}

/**
 * Reads an array of flat objects, or an object with this array as `rows` (REQ-IMP-02), token by token.
 * Rejects a name that occurs twice in a row, because parsers differ in which value they keep (THREAT-26).
 * A list of plain values becomes its JSON text. Deeper nesting is rejected, so no other depth limit is needed.
 */
export class JsonReader {
  readonly #sink: RowSink
  readonly #tokens = new JsonTokens()
  #place: Place = 'start'
  #next: Next = 'item'
  #wrapped = false
  #key = ''
  readonly #wrapperKeys = new Set<string>()
  #row = 0
  #cells: Cell[] = []
  #position = 0
  #list: string[] = []
  /** The last row with a value for each column. */
  readonly #lastRows: number[] = []
  /** Characters since the last row ended: the reader buffers at most these. */
  #buffered = 0

  constructor(sink: RowSink) {
    this.#sink = sink
    this.#sink.sparse = true
    this.#tokens.onToken = (token) => this.#handleToken(token)
  }

  write(text: string): void {
    if (text.includes('\0')) throw new TableError('file_nul', { row: this.#rowNumber })
    this.#buffered += text.length
    this.#tokenize(() => this.#tokens.write(text))
    const limit = this.#sink.limits.rowCharacters
    if (this.#buffered > limit) throw new TableError('file_row_too_long', { row: this.#rowNumber, limit })
  }

  end(): void {
    this.#tokenize(() => this.#tokens.end())
    if (this.#place !== 'done') this.#fail('json_syntax')
    if (this.#sink.next > 1) this.#sink.columns.check()
  }

  #tokenize(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (error instanceof TokenizerError) this.#fail('json_syntax')
      throw error
    }
  }

  /** The row number for error messages. */
  get #rowNumber(): number {
    return this.#place === 'row' || this.#place === 'list' ? this.#row : this.#sink.next
  }

  #handleToken(info: ParsedTokenInfo): void {
    const { token } = info
    if (this.#next === 'colon') {
      if (token !== TokenType.COLON) this.#fail('json_syntax')
      this.#next = 'value'
    } else if ((this.#next === 'comma' || this.#next === 'first') && token === ends[this.#place]) this.#end()
    else if (this.#next !== 'comma') this.#item(info)
    else if (token === TokenType.COMMA) this.#next = 'item'
    else this.#fail('json_syntax')
  }

  #item(info: ParsedTokenInfo): void {
    switch (this.#place) {
      case 'start':
        return this.#start(info.token)
      case 'wrapper':
        return this.#next === 'value' ? this.#wrapperValue(info) : this.#wrapperKey(this.#readName(info))
      case 'rows':
        return this.#startRow(info.token)
      case 'row':
        return this.#next === 'value' ? this.#rowValue(info) : this.#rowKey(this.#readName(info))
      case 'list':
        return this.#listValue(info)
      case 'done':
        return this.#fail('json_syntax')
    }
  }

  #end(): void {
    if (this.#place === 'wrapper' && !this.#wrapped) this.#fail('json_shape')
    if (this.#place === 'list') this.#setCell(`[${this.#list.join(',')}]`)
    else if (this.#place === 'row') this.#endRow()
    else if (this.#place === 'rows' && this.#wrapped) this.#expect('wrapper', 'comma')
    else this.#expect('done', 'item')
  }

  #start(token: TokenType): void {
    if (token === TokenType.LEFT_BRACKET) this.#expect('rows', 'first')
    else if (token === TokenType.LEFT_BRACE) this.#expect('wrapper', 'first')
    else this.#fail('json_shape')
  }

  #wrapperKey(key: string): void {
    if (this.#wrapperKeys.has(key)) this.#failDuplicate(key)
    this.#wrapperKeys.add(key)
    this.#key = key
  }

  #wrapperValue(info: ParsedTokenInfo): void {
    if (this.#key === 'rows' && info.token === TokenType.LEFT_BRACKET) {
      this.#wrapped = true
      this.#expect('rows', 'first')
    } else if (this.#parsePlainValue(info) === undefined) this.#fail('json_shape')
    else this.#next = 'comma'
  }

  #startRow(token: TokenType): void {
    if (token !== TokenType.LEFT_BRACE) this.#fail('json_shape')
    this.#row = this.#sink.count()
    this.#cells = Array.from<Cell>({ length: this.#sink.columns.names.length }).fill(null)
    this.#expect('row', 'first')
  }

  #endRow(): void {
    this.#sink.add(this.#row, this.#cells)
    this.#buffered = 0
    this.#expect('rows', 'comma')
  }

  #rowKey(key: string): void {
    this.#key = key
    this.#position = this.#sink.columns.position(key)
    if (this.#position === ignored) return
    if (this.#lastRows[this.#position] === this.#row) this.#failDuplicate(key)
    this.#lastRows[this.#position] = this.#row
  }

  #rowValue(info: ParsedTokenInfo): void {
    if (info.token === TokenType.LEFT_BRACKET) {
      this.#list = []
      this.#expect('list', 'first')
    } else this.#setCell(this.#parsePlainValue(info) ?? this.#failNested())
  }

  #listValue(info: ParsedTokenInfo): void {
    const value = this.#parsePlainValue(info)
    if (value === undefined || value === CLEAR) this.#failNested()
    this.#list.push(info.token === TokenType.STRING ? JSON.stringify(value) : value)
    this.#next = 'comma'
  }

  #setCell(value: string | typeof CLEAR): void {
    if (this.#position !== ignored) this.#cells[this.#position] = this.#readCell(value)
    this.#expect('row', 'comma')
  }

  #readCell(value: string | typeof CLEAR): Cell {
    return value === CLEAR || value === '' ? value : this.#sink.cell(value, this.#row, this.#position)
  }

  #readName(info: ParsedTokenInfo): string {
    if (info.token !== TokenType.STRING) this.#fail('json_syntax')
    this.#next = 'colon'
    return this.#checkText(String(info.value))
  }

  /** Returns the cell for a plain value; undefined for an object or a list. Rejects a number too large for a float, which would be read as Infinity. */
  #parsePlainValue({ token, value }: ParsedTokenInfo): string | typeof CLEAR | undefined {
    if (token === TokenType.STRING) return this.#checkText(String(value))
    if (token === TokenType.NUMBER) return Number.isFinite(value) ? this.#tokens.number : this.#fail('json_syntax')
    if (token === TokenType.TRUE || token === TokenType.FALSE) return String(value)
    if (token === TokenType.NULL) return CLEAR
    return token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET ? undefined : this.#fail('json_syntax')
  }

  /** Escapes can contain NUL or half a character. */
  #checkText(text: string): string {
    if (text.includes('\0')) throw new TableError('file_nul', { row: this.#rowNumber })
    if (!text.isWellFormed()) throw new TableError('file_encoding', { row: this.#rowNumber })
    return text
  }

  #expect(place: Place, next: Next): void {
    this.#place = place
    this.#next = next
  }

  #failNested(): never {
    throw new TableError('json_value', { row: this.#row, column: this.#key.slice(0, shownCharacters) })
  }

  #failDuplicate(key: string): never {
    throw new TableError('json_duplicate_key', { row: this.#rowNumber, key: key.slice(0, shownCharacters) })
  }

  #fail(code: 'json_syntax' | 'json_shape'): never {
    throw new TableError(code, { row: this.#rowNumber })
  }
}
