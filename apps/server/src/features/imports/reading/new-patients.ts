import { registrationColumns, type RegistrationColumn } from '@registry/domain/imports/columns'
import { buildRegistrationReader, type Registration } from '@registry/domain/patient/registration'
import { CLEAR, type Batch, type Row } from '@registry/tabular/table'
import { Findings } from '../entries.ts'
import { nullCell, textCell } from './copy-line.ts'
import { parseNumber } from './mobile.ts'
import { contextOf, type ReadingOptions, type RowReader } from './options.ts'
import { Seen } from './seen.ts'
import { formatKey } from './format-key.ts'

const staged = [
  'row_number',
  'key',
  'surname',
  'name',
  'login_mode',
  'lang',
  'email',
  'mobile_prefix',
  'mobile',
  'authorised',
  'asks_to_return',
] as const

const cell = (value: string | boolean | null): string => (value === null ? nullCell : textCell(String(value)))

const lineOf = (row: number, patient: Registration): string => {
  const { centerId, surname, name, loginMode, lang, email, mobilePrefix, mobile, authorised, asksToReturn } = patient
  return `${[String(row), ...[centerId, surname, name, loginMode, lang, email, mobilePrefix, mobile, authorised, asksToReturn].map(cell)].join('\t')}\n`
}

/** Reads the rows of createPatients; a code stands once in a file, in the first good row that has it (D5). */
export class NewPatients implements RowReader {
  readonly #read: ReturnType<typeof buildRegistrationReader>
  readonly #findings = new Findings()
  readonly #keys = new Seen()
  #rows = 0

  constructor(options: ReadingOptions) {
    this.#read = buildRegistrationReader(contextOf(options, false), { parseNumber, prefixes: options.prefixes })
  }

  batch({ columns, rows }: Batch): ReturnType<RowReader['batch']> {
    const places = new Map(registrationColumns.map((name) => [name, columns.indexOf(name)]))
    const lines = rows.map((row) => this.#line(row, places)).filter((line) => line !== undefined)
    this.#rows += rows.length
    return { bytes: new TextEncoder().encode(lines.join('')), report: { kind: 'rows', count: lines.length, columns: staged, cleared: [] } }
  }

  end(): ReturnType<RowReader['batch']> {
    return { report: { kind: 'done', rows: this.#rows, found: this.#findings.found } }
  }

  #line({ number, cells }: Row, places: ReadonlyMap<RegistrationColumn, number>): string | undefined {
    const cellOf = (column: RegistrationColumn) => cells[places.get(column) ?? -1]
    const key = formatKey(cellOf('CENTER_ID'))
    const { registration, errors } = this.#read((column) => {
      const content = cellOf(column)
      return content === CLEAR || content === null ? undefined : content
    })
    for (const { column, error: detail } of errors) this.#findings.refuse(number, key, column, detail)
    if (!registration) return undefined
    const first = this.#keys.before(registration.centerId, number)
    if (first === undefined) return lineOf(number, registration)
    this.#findings.refuse(number, key, 'CENTER_ID', { code: 'import_key_repeated', params: { first } })
    return undefined
  }
}
