import { TableError } from '../table-error.ts'
import type { TableLimits } from '../limits.ts'
import type { KnownColumn } from '../table.ts'

/** Zero-width characters, soft hyphens and byte order marks. */
const invisible = /[\u200B-\u200D\u00AD\u2060\uFEFF]/g

/**
 * Normalises a header name: removes invisible characters, trims blanks and lower-cases A to Z (REQ-IMP-04).
 * Other letters stay: Unicode's lower case would make some look-alikes equal to plain letters.
 */
export const foldName = (name: string): string =>
  name
    .replace(invisible, '')
    .trim()
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** The columns of one file, in order of appearance, under the names of the known columns. */
export class Columns {
  readonly names: string[] = []
  readonly #known: ReadonlyMap<string, KnownColumn> | undefined
  readonly #positions = new Map<string, number>()
  readonly #limits: TableLimits

  /** Without `known` every name is accepted. */
  constructor(known: readonly KnownColumn[] | undefined, limits: TableLimits) {
    this.#known = known && new Map(known.map((column) => [foldName(column.name), column]))
    this.#limits = limits
  }

  /** Adds the columns of a header row and checks the required ones. Returns the position of each cell's column, -1 for a blank header cell. */
  declare(header: readonly string[]): number[] {
    if (header.length > this.#limits.columns) throw new TableError('file_columns_too_many', { limit: this.#limits.columns })
    const positions = header.map((name) => (foldName(name) === '' ? -1 : this.#add(name, foldName(name))))
    this.checkRequired()
    return positions
  }

  /** Returns the position of a column by name, for rows of JSON and XML. Adds a new column. */
  position(name: string): number {
    const known = this.#positions.get(name)
    if (known !== undefined) return known
    const folded = foldName(name)
    const position = this.#positions.get(folded) ?? this.#add(name, folded)
    if (this.#positions.size < 4 * this.#limits.columns) this.#positions.set(name, position)
    return position
  }

  checkRequired(): void {
    for (const [folded, column] of this.#known ?? []) {
      if (column.required && !this.#positions.has(folded)) throw new TableError('file_column_missing', { column: column.name })
    }
  }

  #add(name: string, folded: string): number {
    const column = this.#known ? this.#known.get(folded)?.name : name.trim()
    if (column === undefined) throw new TableError('file_column_unknown', { column: name.trim().slice(0, 100) })
    if (this.#positions.has(folded)) throw new TableError('file_column_duplicate', { column })
    if (this.names.length === this.#limits.columns) throw new TableError('file_columns_too_many', { limit: this.#limits.columns })
    this.#positions.set(folded, this.names.length)
    this.names.push(column)
    return this.names.length - 1
  }
}
