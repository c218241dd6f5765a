import type { ErrorDetail } from '@registry/domain/error'
import { ownText } from './own-text.ts'

/** One line of a report (D4): which row, whose, at which column, and why. A warning does not refuse its row. */
export type Entry = {
  readonly row: number
  readonly key: string
  readonly field?: string
  readonly code: ErrorDetail['code']
  readonly params?: ErrorDetail['params']
  readonly warning?: true
}

/** Lines that a report shows (D4). */
export const maxReportedEntries = 1000

/** The first lines of each sort by row, and how many there are in all: what one step of a load found. */
export type FoundEntries = {
  readonly refusals: readonly Entry[]
  readonly refusalCount: number
  readonly warnings: readonly Entry[]
  readonly warningCount: number
}

export const noFindings: FoundEntries = { refusals: [], refusalCount: 0, warnings: [], warningCount: 0 }

const byRow = (one: Entry, other: Entry): number => one.row - other.row
const firstOf = (...lists: readonly (readonly Entry[])[]): readonly Entry[] => lists.flat().toSorted(byRow).slice(0, maxReportedEntries)

export const mergeFindings = (one: FoundEntries, other: FoundEntries): FoundEntries => ({
  refusals: firstOf(one.refusals, other.refusals),
  refusalCount: one.refusalCount + other.refusalCount,
  warnings: firstOf(one.warnings, other.warnings),
  warningCount: one.warningCount + other.warningCount,
})

/** The lines to keep of a load, in the order of the rows; refused rows come before warnings where not all fit, and the last line says how many did not. */
export const sortEntries = ({ refusals, refusalCount, warnings, warningCount }: FoundEntries): readonly Entry[] => {
  const shown = [...refusals, ...warnings.slice(0, maxReportedEntries - refusals.length)].toSorted(byRow)
  const count = refusalCount + warningCount - shown.length
  return count === 0 ? shown : [...shown, { row: 0, key: '', code: 'import_more', params: { count } }]
}

/** Gathers what is found row by row, and keeps no more of it than a report can show. */
export class Findings {
  readonly #refusals: Entry[] = []
  readonly #warnings: Entry[] = []
  #refusalCount = 0
  #warningCount = 0

  refuse(row: number, key: string, field: string, { code, params }: ErrorDetail): void {
    this.#refusalCount += 1
    if (this.#refusals.length < maxReportedEntries) this.#refusals.push({ row, key: ownText(key), field, code, ...(params && { params }) })
  }

  warn(row: number, key: string, field: string, { code, params }: ErrorDetail): void {
    this.#warningCount += 1
    if (this.#warnings.length < maxReportedEntries)
      this.#warnings.push({ row, key: ownText(key), field, code, ...(params && { params }), warning: true })
  }

  get found(): FoundEntries {
    return { refusals: this.#refusals, refusalCount: this.#refusalCount, warnings: this.#warnings, warningCount: this.#warningCount }
  }
}
