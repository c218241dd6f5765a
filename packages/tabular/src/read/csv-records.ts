/** A quote stands where RFC 4180 allows none, or a quoted cell has no end. */
export class CsvQuoteError extends Error {}

const quote = '"'

/** Finds the next place of a character. Caches it, so that each part of the text is searched once. */
class CharacterSearch {
  readonly #text: string
  readonly #character: string
  #found = -1

  constructor(text: string, character: string) {
    this.#text = text
    this.#character = character
  }

  /** Returns the first index at or after `start`, or the length of the text if there is none. */
  next(start: number): number {
    if (this.#found < start) {
      const index = this.#text.indexOf(this.#character, start)
      this.#found = index === -1 ? this.#text.length : index
    }
    return this.#found
  }
}

/**
 * Splits a piece of CSV into records, strictly by RFC 4180: quotes enclose a whole cell or are doubled within it; CRLF, LF or CR ends a record.
 * Most records have no quotes. `indexOf` and `split` handle those, because they are fast without warm-up in a new reader process (decision 0008).
 */
export class CsvRecords {
  readonly #text: string
  readonly #delimiter: string
  readonly #isFinal: boolean
  readonly #quotes: CharacterSearch
  readonly #lineFeeds: CharacterSearch
  readonly #carriageReturns: CharacterSearch
  #index = 0

  /** If the text is not `final`, an incomplete last record stays in `rest`. */
  constructor(text: string, delimiter: string, isFinal: boolean) {
    this.#text = text
    this.#delimiter = delimiter
    this.#isFinal = isFinal
    this.#quotes = new CharacterSearch(text, quote)
    this.#lineFeeds = new CharacterSearch(text, '\n')
    this.#carriageReturns = new CharacterSearch(text, '\r')
  }

  /** The text after the last complete record. */
  get rest(): string {
    return this.#text.slice(this.#index)
  }

  /** Returns the cells of the next record; none for a blank line; undefined if no complete record is left. @throws CsvQuoteError */
  next(): string[] | undefined {
    const start = this.#index
    if (start === this.#text.length) return undefined
    const end = this.#findLineEnd(start)
    if (this.#quotes.next(start) < end) return this.#readQuotedRecord(start)
    if (!this.#skipLineEnd(end)) return undefined
    return end === start ? [] : this.#text.slice(start, end).split(this.#delimiter)
  }

  #findLineEnd(start: number): number {
    return Math.min(this.#lineFeeds.next(start), this.#carriageReturns.next(start))
  }

  /** Moves behind the line end. Returns false if the next piece could continue the record or its CRLF. */
  #skipLineEnd(end: number): boolean {
    const last = this.#text.length - 1
    const isReturn = this.#text[end] === '\r'
    if (!this.#isFinal && (end > last || (isReturn && end === last))) return false
    this.#index = isReturn && this.#text[end + 1] === '\n' ? end + 2 : Math.min(end, last) + 1
    return true
  }

  #readQuotedRecord(start: number): string[] | undefined {
    const cells: string[] = []
    for (let from = start; ; from += 1) {
      const isQuoted = this.#text[from] === quote
      const end = isQuoted ? this.#findQuotedCellEnd(from) : this.#findCellEnd(from)
      if (end === undefined) return undefined
      const cell = this.#text.slice(from, end)
      if (!isQuoted && cell.includes(quote)) throw new CsvQuoteError()
      cells.push(isQuoted ? cell.slice(1, -1).replaceAll('""', quote) : cell)
      if (this.#text[end] === this.#delimiter) from = end
      else if (this.#findLineEnd(end) === end) return this.#skipLineEnd(end) ? cells : undefined
      else throw new CsvQuoteError()
    }
  }

  #findCellEnd(from: number): number {
    const end = this.#text.indexOf(this.#delimiter, from)
    return end === -1 ? this.#findLineEnd(from) : Math.min(end, this.#findLineEnd(from))
  }

  /** Returns the index behind the closing quote; undefined if the next piece contains it. At the end of a piece the record is incomplete in any case. */
  #findQuotedCellEnd(open: number): number | undefined {
    for (let at = this.#text.indexOf(quote, open + 1); at !== -1; at = this.#text.indexOf(quote, at + 2)) {
      const end = at + 1
      if (this.#text[end] !== quote) return end
    }
    if (this.#isFinal) throw new CsvQuoteError()
    return undefined
  }
}
