import { AppError, type ErrorDetail } from '@registry/domain/error'
import type { Messages } from '../../shared/messages.ts'
import { maxReportedEntries, type FoundEntries, type ReportEntry } from '../../features/imports/report-entries.ts'

/** One line of the report. Its texts never contain a value of the file, which could be a name. */
type Line = {
  readonly row: number
  readonly key: string
  readonly field?: string
  readonly code: string
  readonly message: string
  readonly warning: boolean
}

/** An entry of a report, without its value. */
type NewLine = Omit<ReportEntry, 'value'>

/** Texts for the reader of the command, where the message of the code speaks to a person at a screen. */
const ownTexts: Readonly<Record<string, string>> = {
  centre_not_found: 'centres.csv has no accepted row with this code',
  centre_area_outside: 'the registry has no such area: write its code, as in the table geotree',
  centre_area_not_leaf: 'the area has areas below it: write the code of a region',
  centre_code_in_use: 'a centre has this code in other letter case: write it alike, or choose another code',
  centre_suspended: 'the centre is suspended or deleted in the registry',
  user_state_wrong: 'the user is suspended or deleted in the registry',
  value_required: 'is required',
  field_required: 'is required',
  field_wrong: 'has a wrong value',
}

/** The report of one file of the directory (D4): the rows stored and refused, the changes, and the reasons. */
export class FileReport {
  readonly file: string
  ok = 0
  ko = 0
  changed = 0
  #lines: Line[] = []
  #more = 0
  readonly #messages: Messages

  constructor(file: string, messages: Messages) {
    this.file = file
    this.#messages = messages
  }

  reject(row: number, key: string, field: string | undefined, detail: ErrorDetail): void {
    this.ko += 1
    this.#add({ row, key, ...(field !== undefined && { field }), ...detail })
  }

  warn(row: number, key: string, field: string, detail: ErrorDetail): void {
    this.#add({ row, key, field, ...detail, warning: true })
  }

  /** Warns of something that only this command finds. */
  warnOf(line: Omit<Line, 'warning'>): void {
    this.#lines.push({ ...line, warning: true })
  }

  /** Adds the entries of one centre of the file. Its rows are counted apart. */
  addEntries(centre: string, { rejections, rejectionCount, warnings, warningCount }: FoundEntries): void {
    for (const entry of [...rejections, ...warnings]) this.#add({ ...entry, key: `${centre} ${entry.key}`.trim() })
    this.#more += rejectionCount + warningCount - rejections.length - warnings.length
  }

  #add({ code, params, row, key, field, warning }: NewLine): void {
    const message = ownTexts[code] ?? this.#messages.formatError(params ? { code, params } : { code }, 'en')
    this.#lines.push({ row, key, ...(field !== undefined && { field }), code, message, warning: warning === true })
  }

  format(): string {
    const sorted = this.#lines.toSorted((one, other) => Number(one.warning) - Number(other.warning) || one.row - other.row)
    const shown = sorted.slice(0, maxReportedEntries)
    const more = this.#more + sorted.length - shown.length
    return [
      `${this.file}: ${this.ok} ok, ${this.ko} ko, ${this.changed} changes`,
      ...shown.map(
        ({ row, key, field, code, message, warning }) =>
          `  ${warning ? 'warning, ' : ''}row ${[row, key, field].filter((part) => part !== undefined && part !== '').join(', ')}: ${message} (${code})`,
      ),
      ...(more > 0 ? [`  and ${more} more`] : []),
    ].join('\n')
  }
}

/** Describes why a whole file is refused, without the texts of the file where they can be names. */
export const describeFileError = (file: string, error: unknown, messages: Messages): string | undefined => {
  if (!(error instanceof AppError)) return undefined
  const { code, params } = error.detail
  if (code === 'file_header_unknown') return `${file}: the first row must have the names of the columns (${code})`
  if (code === 'file_column_near') return `${file}: the name of one column is nearly ${String(params?.['known'])}: correct it (${code})`
  return `${file}: ${messages.formatError(error.detail, 'en')} (${code})`
}
