import { ownText } from '../own-text.ts'

/** Remembers in which row something was seen first. */
export class Seen {
  readonly #rows = new Map<string, number>()

  /** The earlier row that had the same; undefined, and remembered, when this is the first. */
  before(what: string, row: number): number | undefined {
    const first = this.#rows.get(what)
    if (first === undefined) this.#rows.set(ownText(what), row)
    return first
  }
}
