/** What is wrong with the quotes of a record. */
export class QuoteFault extends Error {}

const quote = '"'

/** Where the next one of a character is, looked for once and kept until it has been passed. */
class Next {
  readonly #text: string
  readonly #character: string
  #at = -1

  constructor(text: string, character: string) {
    this.#text = text
    this.#character = character
  }

  /** Its place from `from` on; the length of the text where there is none. */
  from(from: number): number {
    if (this.#at < from) {
      const found = this.#text.indexOf(this.#character, from)
      this.#at = found === -1 ? this.#text.length : found
    }
    return this.#at
  }
}

/**
 * Takes the records out of a piece of CSV by RFC 4180, strictly: a quote stands around a whole cell or, doubled, within it; a record ends
 * with CRLF, LF or CR. A record without a quote, as most are, is taken apart by the engine's own `indexOf` and `split`, which are fast from
 * the first row on: a reader often starts anew for a file.
 */
export class CsvRecords {
  readonly #text: string
  readonly #delimiter: string
  readonly #final: boolean
  readonly #quotes: Next
  readonly #feeds: Next
  readonly #returns: Next
  #at = 0

  /** Of a text that is not `final`, a record that may go on in the next piece is left over. */
  constructor(text: string, delimiter: string, final: boolean) {
    this.#text = text
    this.#delimiter = delimiter
    this.#final = final
    this.#quotes = new Next(text, quote)
    this.#feeds = new Next(text, '\n')
    this.#returns = new Next(text, '\r')
  }

  /** What was not taken. */
  get rest(): string {
    return this.#text.slice(this.#at)
  }

  /** The cells of the next record, none for a blank line; undefined when the text has no whole one more. @throws QuoteFault */
  next(): string[] | undefined {
    const start = this.#at
    if (start === this.#text.length) return undefined
    const end = this.#lineEnd(start)
    if (this.#quotes.from(start) < end) return this.#quoted(start)
    if (!this.#passLineEnd(end)) return undefined
    return end === start ? [] : this.#text.slice(start, end).split(this.#delimiter)
  }

  #lineEnd(from: number): number {
    return Math.min(this.#feeds.from(from), this.#returns.from(from))
  }

  /** Goes on behind the record that ends here; false when a later piece may say where it ends. */
  #passLineEnd(end: number): boolean {
    const last = this.#text.length - 1
    const isReturn = this.#text[end] === '\r'
    if (!this.#final && (end > last || (isReturn && end === last))) return false
    this.#at = isReturn && this.#text[end + 1] === '\n' ? end + 2 : Math.min(end, last) + 1
    return true
  }

  /** A record in which there are quotes, cell by cell. */
  #quoted(start: number): string[] | undefined {
    const cells: string[] = []
    for (let from = start; ; from += 1) {
      const inQuotes = this.#text[from] === quote
      const end = inQuotes ? this.#closing(from) : this.#cellEnd(from)
      if (end === undefined) return undefined
      const cell = this.#text.slice(from, end)
      if (!inQuotes && cell.includes(quote)) throw new QuoteFault()
      cells.push(inQuotes ? cell.slice(1, -1).replaceAll('""', quote) : cell)
      if (this.#text[end] === this.#delimiter) from = end
      else if (this.#lineEnd(end) === end) return this.#passLineEnd(end) ? cells : undefined
      else throw new QuoteFault()
    }
  }

  #cellEnd(from: number): number {
    const end = this.#text.indexOf(this.#delimiter, from)
    return end === -1 ? this.#lineEnd(from) : Math.min(end, this.#lineEnd(from))
  }

  /** Where the cell ends whose quotes open here; undefined when a later piece may say it. */
  #closing(open: number): number | undefined {
    for (let at = this.#text.indexOf(quote, open + 1); at !== -1; at = this.#text.indexOf(quote, at + 2)) {
      const end = at + 1
      if (this.#text[end] !== quote) return end === this.#text.length && !this.#final ? undefined : end
    }
    if (this.#final) throw new QuoteFault()
    return undefined
  }
}
