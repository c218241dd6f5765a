import { ReportEntries } from '../report-entries.ts'
import { detachText } from './row-keys.ts'

/** Remembers the first row of each key. */
export class SeenKeys {
  readonly #rows = new Map<string, number>()

  /** Returns the earlier row with the same key. Remembers the key and returns undefined if this row is the first. */
  findEarlierRow(key: string, row: number): number | undefined {
    const first = this.#rows.get(key)
    if (first === undefined) this.#rows.set(detachText(key), row)
    return first
  }
}

/** The rows that a reader has read. A file of several centres has one for each. */
export class SeenRows {
  readonly keys = new SeenKeys()
  readonly entries = new ReportEntries()
  rows = 0
}
