import type { ErrorDetail } from '@registry/domain/error'
import { findImportOfColumn, rejectionReasonColumn } from '@registry/domain/imports/columns'
import { isUnreadableValue } from '@registry/domain/messages/import-values'
import type { Cell } from '@registry/tabular/table'
import { detachText, formatKey } from './reading/row-keys.ts'

/** One entry of a report: the row, its patient, the field and the reason. A warning does not reject the row. */
export type ReportEntry = {
  readonly row: number
  readonly key: string
  readonly field?: string
  readonly code: ErrorDetail['code']
  /** The rejected value, cut at 80 characters. Only an unreadable one is stored (REQ-IMP-05). */
  readonly value?: string
  readonly params?: ErrorDetail['params']
  readonly warning?: true
}

/** The entry without a value that only its file may keep: a stored report repeats no health data that can be read. */
export const removeReadableValue = ({ value, ...entry }: ReportEntry): ReportEntry =>
  value !== undefined && isUnreadableValue(entry.code) ? { ...entry, value } : entry

/** The most entries of one report (REQ-IMP-05). */
export const maxReportedEntries = 1000

/** The first entries of each severity by row, and the count of all. As plain data they are sent between processes. */
export type FoundEntries = {
  readonly rejections: readonly ReportEntry[]
  readonly rejectionCount: number
  readonly warnings: readonly ReportEntry[]
  readonly warningCount: number
}

const compareRows = (one: ReportEntry, other: ReportEntry): number => one.row - other.row
const takeFirst = (entries: readonly ReportEntry[]): ReportEntry[] => entries.toSorted(compareRows).slice(0, maxReportedEntries)

/** The reason why a column is ignored: another path reads it, or none (REQ-IMP-04). */
export const describeIgnoredColumn = (name: string): ErrorDetail => {
  const command = findImportOfColumn(name)
  return command ? { code: 'import_column_elsewhere', params: { path: `/${command}` } } : { code: 'import_column_ignored' }
}

/** Collects the entries of a report, up to the limit of a report. */
export class ReportEntries implements FoundEntries {
  #rejections: ReportEntry[] = []
  #warnings: ReportEntry[] = []
  #rejectionCount = 0
  #warningCount = 0

  get rejections(): readonly ReportEntry[] {
    return this.#rejections
  }

  get warnings(): readonly ReportEntry[] {
    return this.#warnings
  }

  get rejectionCount(): number {
    return this.#rejectionCount
  }

  get warningCount(): number {
    return this.#warningCount
  }

  reject(row: number, key: string, field: string | undefined, { code, params }: ErrorDetail, cell?: Cell): void {
    this.#rejectionCount += 1
    if (this.#rejections.length === maxReportedEntries) return
    // Erasing a patient finds the values of a report by the key.
    const text = key === '' || code === 'value_characters' ? '' : formatKey(cell)
    const value = text === key ? '' : detachText(text)
    this.#rejections.push({
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

  /** Warns once of the ignored columns of the file (REQ-IMP-04). */
  warnOfIgnoredColumns(names: readonly string[]): void {
    for (const name of names) if (name !== rejectionReasonColumn) this.warn(0, '', name, describeIgnoredColumn(name))
  }

  /** Adds entries of any rows, after the earlier ones of the same row. The counts include those that are not listed. */
  add({ rejections = [], rejectionCount = rejections.length, warnings = [], warningCount = warnings.length }: Partial<FoundEntries>): void {
    this.#rejections = takeFirst([...this.#rejections, ...rejections])
    this.#rejectionCount += rejectionCount
    this.#warnings = takeFirst([...this.#warnings, ...warnings])
    this.#warningCount += warningCount
  }

  /** The entries of the report, sorted by row. Errors have precedence over warnings, and a last entry counts the omitted ones. */
  list(): readonly ReportEntry[] {
    const shown = [...this.#rejections, ...this.#warnings.slice(0, maxReportedEntries - this.#rejections.length)].toSorted(compareRows)
    const count = this.#rejectionCount + this.#warningCount - shown.length
    return count === 0 ? shown : [...shown, { row: 0, key: '', code: 'import_more', params: { count } }]
  }

  toData(): FoundEntries {
    const { rejections, rejectionCount, warnings, warningCount } = this
    return { rejections, rejectionCount, warnings, warningCount }
  }
}
