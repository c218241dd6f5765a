import { TableError } from '../table-error.ts'
import type { TableLimits } from '../limits.ts'
import type { KnownColumn } from '../table.ts'
import { foldName, isNearName } from '../near-name.ts'

/** The positions of cells without a column: under a blank header, or in an unread column. */
export const unnamed = -1
export const ignored = -2

/** The most characters of a text of the file in an error. */
export const shownCharacters = 80

const formatName = (name: string): string => name.trim().slice(0, shownCharacters)

/** The columns of one file, in order of appearance, under the names of the known columns. */
export class Columns {
  readonly names: string[] = []
  readonly #ignored = new Set<string>()
  readonly #known: ReadonlyMap<string, KnownColumn> | undefined
  readonly #positions = new Map<string, number>()
  readonly #limits: TableLimits

  /** Without `known` every name is accepted. */
  constructor(known: readonly KnownColumn[] | undefined, limits: TableLimits) {
    this.#known = known && new Map(known.map((column) => [foldName(column.name), column]))
    this.#limits = limits
  }

  /** The names that are not read, as the file writes them, and those of the known ignored columns. */
  get ignored(): readonly string[] {
    return [...this.#ignored]
  }

  /** Adds the columns of a header row and checks them. Returns the position of each cell's column, `unnamed` or `ignored`. */
  declare(header: readonly string[]): number[] {
    if (header.length > this.#limits.columns) this.#failTooMany()
    const positions = header.map((name) => (foldName(name) === '' ? unnamed : this.#add(name, foldName(name))))
    const [first] = this.#ignored
    if (this.names.length === 0 && first !== undefined) throw new TableError('file_header_unknown', { text: first })
    this.check()
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

  /** Checks that the file has all required columns, and one in addition to its key. */
  check(): void {
    if (!this.#known) return
    const known = [...this.#known.values()]
    for (const { name, required } of known) {
      if (required && !this.names.includes(name)) throw new TableError('file_column_missing', { column: name })
    }
    const keys = known.filter(({ key }) => key).map(({ name }) => name)
    if (keys.length > 0 && this.names.every((name) => keys.includes(name)))
      throw new TableError('file_column_none', { key: keys.join(', ') })
  }

  #add(name: string, folded: string): number {
    const column = this.#known ? this.#known.get(folded) : { name: name.trim() }
    if (column === undefined || ('ignored' in column && column.ignored))
      return this.#ignore(column?.name ?? this.#requireFarName(name), folded)
    if (this.#positions.has(folded)) throw new TableError('file_column_duplicate', { column: formatName(column.name) })
    this.#requireSpace()
    this.#positions.set(folded, this.names.length)
    this.names.push(column.name)
    return this.names.length - 1
  }

  /** A name that is nearly a known one is a mistake: ignoring it would lose the values of its column. */
  #requireFarName(name: string): string {
    for (const { name: known, ignored: isIgnored } of this.#known?.values() ?? []) {
      if (!isIgnored && isNearName(name, known)) throw new TableError('file_column_near', { column: formatName(name), known })
    }
    return formatName(name)
  }

  #ignore(name: string, folded: string): number {
    this.#requireSpace()
    this.#positions.set(folded, ignored)
    this.#ignored.add(name)
    return ignored
  }

  #requireSpace(): void {
    if (this.names.length + this.#ignored.size === this.#limits.columns) this.#failTooMany()
  }

  #failTooMany(): never {
    throw new TableError('file_columns_too_many', { limit: this.#limits.columns })
  }
}
