import type { ErrorDetail } from '@registry/domain/error'
import { findImportOfColumn, refusalReasonColumn } from '@registry/domain/imports/columns'
import { isUnreadableValue } from '@registry/domain/imports/value-messages'
import type { Cell } from '@registry/tabular/table'
import { detachText, formatKey } from './reading/row-keys.ts'

/** One entry of a report: the row, its patient, the field and the reason (REQ-IMP-05). A warning does not refuse the row. */
export type ReportEntry = {
  readonly row: number
  readonly key: string
  readonly field?: string
  readonly code: ErrorDetail['code']
  /** The value that cannot be read, cut at 80 characters (REQ-IMP-05). */
  readonly value?: string
  readonly params?: ErrorDetail['params']
  readonly warning?: true
}

/** The most entries of one report (REQ-IMP-05). */
export const maxReportedEntries = 1000

/** What one step of an import found: the first entries of each severity by row, and the count of all. */
export type Findings = {
  readonly refusals: readonly ReportEntry[]
  readonly refusalCount: number
  readonly warnings: readonly ReportEntry[]
  readonly warningCount: number
}

export const noFindings: Findings = { refusals: [], refusalCount: 0, warnings: [], warningCount: 0 }

const compareRows = (one: ReportEntry, other: ReportEntry): number => one.row - other.row
const takeFirst = (...lists: readonly (readonly ReportEntry[])[]): readonly ReportEntry[] =>
  lists.flat().toSorted(compareRows).slice(0, maxReportedEntries)

export const mergeFindings = (one: Findings, other: Findings): Findings => ({
  refusals: takeFirst(one.refusals, other.refusals),
  refusalCount: one.refusalCount + other.refusalCount,
  warnings: takeFirst(one.warnings, other.warnings),
  warningCount: one.warningCount + other.warningCount,
})

/** The entries of the report, sorted by row. Refusals have precedence over warnings, and a last entry counts what does not fit. */
export const listReportEntries = ({ refusals, refusalCount, warnings, warningCount }: Findings): readonly ReportEntry[] => {
  const shown = [...refusals, ...warnings.slice(0, maxReportedEntries - refusals.length)].toSorted(compareRows)
  const count = refusalCount + warningCount - shown.length
  return count === 0 ? shown : [...shown, { row: 0, key: '', code: 'import_more', params: { count } }]
}

/** Why a column is not read: another path takes it, or none (REQ-IMP-04). */
export const describeIgnoredColumn = (name: string): ErrorDetail => {
  const command = findImportOfColumn(name)
  return command ? { code: 'import_column_elsewhere', params: { path: `/${command}` } } : { code: 'import_column_ignored' }
}

/** Collects findings row by row, and keeps no more entries than a report shows. */
export class FindingsCollector {
  readonly #refusals: ReportEntry[] = []
  readonly #warnings: ReportEntry[] = []
  #refusalCount = 0
  #warningCount = 0

  refuse(row: number, key: string, field: string | undefined, { code, params }: ErrorDetail, cell?: Cell): void {
    this.#refusalCount += 1
    if (this.#refusals.length === maxReportedEntries) return
    // The erasure of a patient finds the values of a report by the key.
    const value = key !== '' && isUnreadableValue(code) ? detachText(formatKey(cell)) : ''
    this.#refusals.push({
      row,
      key: detachText(key),
      ...(field !== undefined && { field }),
      code,
      ...(params && { params }),
      ...(value !== '' && { value }),
    })
  }

  warn(row: number, key: string, field: string, { code, params }: ErrorDetail): void {
    this.#warningCount += 1
    if (this.#warnings.length < maxReportedEntries)
      this.#warnings.push({ row, key: detachText(key), field, code, ...(params && { params }), warning: true })
  }

  /** Says once which columns of the file are not read (REQ-IMP-04). */
  warnOfIgnoredColumns(names: readonly string[]): void {
    for (const name of names) if (name !== refusalReasonColumn) this.warn(0, '', name, describeIgnoredColumn(name))
  }

  get findings(): Findings {
    return { refusals: this.#refusals, refusalCount: this.#refusalCount, warnings: this.#warnings, warningCount: this.#warningCount }
  }
}
