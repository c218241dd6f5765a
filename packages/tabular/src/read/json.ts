import { type ParsedTokenInfo, TokenizerError, TokenType } from '@streamparser/json'
import { TableError } from '../table-error.ts'
import { type Cell, CLEAR } from '../table.ts'
import { JsonTokens } from './json-tokens.ts'
import type { RowSink } from './rows.ts'

/** What is being read: the object around the rows, their array, a row, a list in a cell, or nothing yet and nothing more. */
type Place = 'start' | 'wrapper' | 'rows' | 'row' | 'list' | 'done'
/** What comes next there: the first item or the end, another item, the parts of a member, or a comma or the end. */
type Next = 'first' | 'item' | 'colon' | 'value' | 'comma'

const ends: Readonly<Partial<Record<Place, TokenType>>> = {
  wrapper: TokenType.RIGHT_BRACE,
  rows: TokenType.RIGHT_BRACKET,
  row: TokenType.RIGHT_BRACE,
  list: TokenType.RIGHT_BRACKET,
}

/**
 * An array of flat objects, or an object that holds it as `rows` among plain values, such as our own downloads have (D4).
 * It is read token by token and never held wholly. A name that comes twice in a row is refused, since parsers differ in which of the two
 * they keep (THREAT-26). A list of plain values becomes its JSON text; anything deeper is refused, so that depth needs no other limit.
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
  /** The row in which each column was last seen. */
  readonly #seen: number[] = []
  /** Characters since the last row ended, a bound on what is held. */
  #waiting = 0

  constructor(sink: RowSink) {
    this.#sink = sink
    this.#tokens.onToken = (token) => this.#take(token)
  }

  write(text: string): void {
    if (text.includes('\0')) throw new TableError('file_nul', { row: this.#number })
    this.#waiting += text.length
    this.#tokenize(() => this.#tokens.write(text))
    const limit = this.#sink.limits.rowCharacters
    if (this.#waiting > limit) throw new TableError('file_row_too_long', { row: this.#number, limit })
  }

  end(): void {
    this.#tokenize(() => this.#tokens.end())
    if (this.#place !== 'done') this.#wrong('json_syntax')
    if (this.#sink.next > 1) this.#sink.columns.checkRequired()
  }

  #tokenize(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (error instanceof TokenizerError) this.#wrong('json_syntax')
      throw error
    }
  }

  /** The data row that a fault names. */
  get #number(): number {
    return this.#place === 'row' || this.#place === 'list' ? this.#row : this.#sink.next
  }

  #take(info: ParsedTokenInfo): void {
    const { token } = info
    if (this.#next === 'colon') {
      if (token !== TokenType.COLON) this.#wrong('json_syntax')
      this.#next = 'value'
    } else if ((this.#next === 'comma' || this.#next === 'first') && token === ends[this.#place]) this.#end()
    else if (this.#next !== 'comma') this.#item(info)
    else if (token === TokenType.COMMA) this.#next = 'item'
    else this.#wrong('json_syntax')
  }

  #item(info: ParsedTokenInfo): void {
    switch (this.#place) {
      case 'start':
        return this.#start(info.token)
      case 'wrapper':
        return this.#next === 'value' ? this.#wrapperValue(info) : this.#wrapperKey(this.#name(info))
      case 'rows':
        return this.#startRow(info.token)
      case 'row':
        return this.#next === 'value' ? this.#rowValue(info) : this.#rowKey(this.#name(info))
      case 'list':
        return this.#listValue(info)
      case 'done':
        return this.#wrong('json_syntax')
    }
  }

  #end(): void {
    if (this.#place === 'wrapper' && !this.#wrapped) this.#wrong('json_shape')
    if (this.#place === 'list') this.#put(`[${this.#list.join(',')}]`)
    else if (this.#place === 'row') this.#endRow()
    else if (this.#place === 'rows' && this.#wrapped) this.#go('wrapper', 'comma')
    else this.#go('done', 'item')
  }

  #start(token: TokenType): void {
    if (token === TokenType.LEFT_BRACKET) this.#go('rows', 'first')
    else if (token === TokenType.LEFT_BRACE) this.#go('wrapper', 'first')
    else this.#wrong('json_shape')
  }

  #wrapperKey(key: string): void {
    if (this.#wrapperKeys.has(key)) this.#twice(key)
    this.#wrapperKeys.add(key)
    this.#key = key
  }

  #wrapperValue(info: ParsedTokenInfo): void {
    if (this.#key === 'rows' && info.token === TokenType.LEFT_BRACKET) {
      this.#wrapped = true
      this.#go('rows', 'first')
    } else if (this.#plain(info) === undefined) this.#wrong('json_shape')
    else this.#next = 'comma'
  }

  #startRow(token: TokenType): void {
    if (token !== TokenType.LEFT_BRACE) this.#wrong('json_shape')
    this.#row = this.#sink.count()
    this.#cells = Array.from<Cell>({ length: this.#sink.columns.names.length }).fill(null)
    this.#go('row', 'first')
  }

  #endRow(): void {
    this.#sink.add(this.#row, this.#cells)
    this.#waiting = 0
    this.#go('rows', 'comma')
  }

  #rowKey(key: string): void {
    this.#position = this.#sink.columns.position(key)
    if (this.#seen[this.#position] === this.#row) this.#twice(key)
    this.#seen[this.#position] = this.#row
  }

  #rowValue(info: ParsedTokenInfo): void {
    if (info.token === TokenType.LEFT_BRACKET) {
      this.#list = []
      this.#go('list', 'first')
    } else this.#put(this.#plain(info) ?? this.#deep())
  }

  #listValue(info: ParsedTokenInfo): void {
    const value = this.#plain(info)
    if (value === undefined || value === CLEAR) this.#deep()
    this.#list.push(info.token === TokenType.STRING ? JSON.stringify(value) : value)
    this.#next = 'comma'
  }

  #put(value: string | typeof CLEAR): void {
    this.#cells[this.#position] = value === CLEAR ? CLEAR : this.#sink.cell(value, this.#row, this.#position)
    this.#go('row', 'comma')
  }

  #name(info: ParsedTokenInfo): string {
    if (info.token !== TokenType.STRING) this.#wrong('json_syntax')
    this.#next = 'colon'
    return this.#checked(String(info.value))
  }

  /** What a plain value says; undefined where the token is none. NaN and Infinity are not JSON, and neither is a number as large. */
  #plain({ token, value }: ParsedTokenInfo): string | typeof CLEAR | undefined {
    if (token === TokenType.STRING) return this.#checked(String(value))
    if (token === TokenType.NUMBER) return Number.isFinite(value) ? this.#tokens.number : this.#wrong('json_syntax')
    if (token === TokenType.TRUE || token === TokenType.FALSE) return String(value)
    if (token === TokenType.NULL) return CLEAR
    return token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET ? undefined : this.#wrong('json_syntax')
  }

  /** Escapes may say what no text can hold. */
  #checked(text: string): string {
    if (text.includes('\0')) throw new TableError('file_nul', { row: this.#number })
    if (!text.isWellFormed()) throw new TableError('file_encoding', { row: this.#number })
    return text
  }

  #go(place: Place, next: Next): void {
    this.#place = place
    this.#next = next
  }

  #deep(): never {
    throw new TableError('json_value', { row: this.#row, column: this.#sink.columns.names[this.#position] ?? '' })
  }

  #twice(key: string): never {
    throw new TableError('json_duplicate_key', { row: this.#number, key: key.slice(0, 100) })
  }

  #wrong(code: 'json_syntax' | 'json_shape'): never {
    throw new TableError(code, { row: this.#number })
  }
}
