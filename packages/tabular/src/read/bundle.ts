import { type ParsedTokenInfo, TokenizerError, TokenType } from '@streamparser/json'
import { TableError } from '../table-error.ts'
import { shownCharacters } from './columns.ts'
import { JsonTokens } from './json-tokens.ts'
import type { RowSink } from './rows.ts'

/** The expected token: a value, a value or the end of a list, a name, a name or the end of an object, a colon, a comma or the end, or none. */
type Next = 'value' | 'first' | 'name' | 'firstName' | 'colon' | 'comma' | 'none'
/** An open object with its names, or an open list. */
type Open = Set<string> | 'list'

/** More levels than a resource of FHIR has in practice. */
const maxDepth = 60
/** The members of the Bundle that decide how it is read. */
const expectedMembers: Readonly<Record<string, string>> = { resourceType: 'Bundle', type: 'transaction' }
/** The levels of the Bundle, of the list of its entries, and of an entry. */
const [bundleLevel, listLevel, entryLevel] = [1, 2, 3]

/**
 * Reads a transaction Bundle of FHIR R4 token by token (REQ-OBS-10). Memory use does not grow with its entries. Rejects a name that occurs
 * twice in an object, because parsers differ in which value they keep, and nesting without an end (THREAT-26).
 */
export class BundleReader {
  readonly #sink: RowSink
  readonly #tokens = new JsonTokens()
  readonly #open: Open[] = []
  #next: Next = 'value'
  /** The member of the Bundle that is being read. */
  #member = ''
  readonly #missing = new Set(Object.keys(expectedMembers))
  /** The pieces of the entry that is being read. */
  #pieces: string[] = []
  #buffered = 0

  constructor(sink: RowSink) {
    this.#sink = sink
    this.#sink.columns.position('entry')
    this.#tokens.onToken = (token) => this.#readToken(token)
  }

  write(text: string): void {
    if (text.includes('\0')) throw new TableError('file_nul', { row: this.#row })
    this.#buffered += text.length
    this.#tokenize(() => this.#tokens.write(text))
    const limit = this.#sink.limits.rowCharacters
    if (this.#buffered > limit) throw new TableError('file_row_too_long', { row: this.#row, limit })
  }

  end(): void {
    this.#tokenize(() => this.#tokens.end())
    if (this.#next !== 'none') this.#fail()
    if (this.#missing.size > 0) throw new TableError('fhir_bundle_expected')
  }

  #tokenize(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (error instanceof TokenizerError) this.#fail()
      throw error
    }
  }

  /** The number of the entry for error messages. */
  get #row(): number {
    return this.#sink.next - (this.#open.length >= entryLevel ? 1 : 0)
  }

  #readToken(info: ParsedTokenInfo): void {
    const { token } = info
    switch (this.#next) {
      case 'colon':
        if (token !== TokenType.COLON) this.#fail()
        this.#add(':')
        this.#next = 'value'
        return
      case 'comma':
        if (token !== TokenType.COMMA) return this.#close(token)
        this.#add(',')
        this.#next = this.#open.at(-1) === 'list' ? 'value' : 'name'
        return
      case 'firstName':
      case 'name':
        if (token === TokenType.RIGHT_BRACE && this.#next === 'firstName') return this.#close(token)
        return this.#readName(info)
      case 'first':
        if (token === TokenType.RIGHT_BRACKET) return this.#close(token)
        return this.#readValue(info)
      case 'value':
        return this.#readValue(info)
      case 'none':
        return this.#fail()
    }
  }

  #readName(info: ParsedTokenInfo): void {
    const names = this.#open.at(-1)
    if (info.token !== TokenType.STRING || typeof names !== 'object') this.#fail()
    const name = this.#checkText(String(info.value))
    if (names.has(name)) throw new TableError('json_duplicate_key', { row: this.#row, key: name.slice(0, shownCharacters) })
    names.add(name)
    if (this.#open.length === bundleLevel) this.#member = name
    this.#add(JSON.stringify(name))
    this.#next = 'colon'
  }

  #readValue(info: ParsedTokenInfo): void {
    const { token } = info
    this.#requirePlace(info)
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) return this.#descend(token)
    this.#add(this.#formatPlain(info))
    this.#next = 'comma'
  }

  /** Checks what the Bundle is, and that its entries are a list of objects. */
  #requirePlace({ token, value }: ParsedTokenInfo): void {
    const level = this.#open.length
    const isEntries = level === bundleLevel && this.#member === 'entry'
    const isEntry = level === listLevel && this.#member === 'entry'
    const expected = level === bundleLevel && Object.hasOwn(expectedMembers, this.#member) ? expectedMembers[this.#member] : undefined
    const isWrong =
      (level === 0 && token !== TokenType.LEFT_BRACE) ||
      (isEntries && token !== TokenType.LEFT_BRACKET) ||
      (isEntry && token !== TokenType.LEFT_BRACE) ||
      (expected !== undefined && value !== expected)
    if (isWrong) throw new TableError('fhir_bundle_expected')
    if (expected !== undefined) this.#missing.delete(this.#member)
    if (!isEntry) return
    this.#sink.count()
    this.#pieces = []
  }

  #descend(token: TokenType): void {
    const isObject = token === TokenType.LEFT_BRACE
    if (this.#open.length === maxDepth) this.#fail()
    this.#open.push(isObject ? new Set() : 'list')
    this.#add(isObject ? '{' : '[')
    this.#next = isObject ? 'firstName' : 'first'
  }

  #close(token: TokenType): void {
    const isList = this.#open.at(-1) === 'list'
    if (token !== (isList ? TokenType.RIGHT_BRACKET : TokenType.RIGHT_BRACE)) this.#fail()
    this.#add(isList ? ']' : '}')
    this.#open.pop()
    this.#next = this.#open.length === 0 ? 'none' : 'comma'
    if (this.#open.length !== listLevel || this.#member !== 'entry') return
    this.#sink.add(this.#sink.next - 1, [this.#pieces.join('')])
    this.#buffered = 0
  }

  /** Keeps the text of an entry, without that of the rest of the Bundle. */
  #add(piece: string): void {
    if (this.#open.length >= entryLevel && this.#member === 'entry') this.#pieces.push(piece)
  }

  /** The JSON of a plain value. A number keeps its digits. */
  #formatPlain({ token, value }: ParsedTokenInfo): string {
    if (token === TokenType.STRING) return JSON.stringify(this.#checkText(String(value)))
    if (token === TokenType.NUMBER) return Number.isFinite(value) ? this.#tokens.number : this.#fail()
    if (token === TokenType.TRUE || token === TokenType.FALSE || token === TokenType.NULL) return String(value)
    return this.#fail()
  }

  /** Escapes can contain NUL or half a character. */
  #checkText(text: string): string {
    if (text.includes('\0')) throw new TableError('file_nul', { row: this.#row })
    if (!text.isWellFormed()) throw new TableError('file_encoding')
    return text
  }

  #fail(): never {
    throw new TableError('json_syntax', { row: this.#row })
  }
}
