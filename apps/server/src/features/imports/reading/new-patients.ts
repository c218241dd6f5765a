import { registrationColumns, type RegistrationColumn } from '@registry/domain/imports/columns'
import { buildRegistrationReader, type Registration } from '@registry/domain/patient/registration'
import { isProblem, type Batch, type Row } from '@registry/tabular/table'
import { parseNumber } from '../../../shared/parse-number.ts'
import { formatText, nullCell } from './copy-line.ts'
import { buildReaderContext, type ReadingOptions, type RowReader } from './options.ts'
import { formatKey } from './row-keys.ts'
import { SeenRows } from './seen-rows.ts'

const stagedColumns = [
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
  'birth_date',
  'guardian_surname',
  'guardian_name',
  'guardian_mode',
  'guardian_contact',
] as const

const formatValue = (value: string | boolean | null): string => (value === null ? nullCell : formatText(String(value)))

const formatLine = (row: number, patient: Registration): string => {
  const { centrePatientCode, surname, name, loginMode, lang, email, mobilePrefix, mobile, authorised, asksToReturn, birthDate, guardian } =
    patient
  const registered = [centrePatientCode, surname, name, loginMode, lang, email, mobilePrefix, mobile, authorised, asksToReturn, birthDate]
  const ofGuardian = [guardian?.surname, guardian?.name, guardian?.mode, guardian?.contact].map((value) => value ?? null)
  return `${[String(row), ...[...registered, ...ofGuardian].map(formatValue)].join('\t')}\n`
}

/** Reads the rows of createPatients. The first valid row of a code counts; later ones are rejected (REQ-PAT-01). */
export class NewPatients implements RowReader {
  readonly #read: ReturnType<typeof buildRegistrationReader>
  seen = new SeenRows()
  #ignored: readonly string[] = []

  constructor(options: ReadingOptions) {
    this.#read = buildRegistrationReader(buildReaderContext(options, false), { parseNumber, prefixes: options.prefixes })
  }

  batch({ columns, ignored, rows }: Batch): ReturnType<RowReader['batch']> {
    this.#ignored = ignored
    const positions = new Map(registrationColumns.map((name) => [name, columns.indexOf(name)]))
    const lines = rows.map((row) => this.#line(row, positions)).filter((line) => line !== undefined)
    this.seen.rows += rows.length
    return {
      bytes: new TextEncoder().encode(lines.join('')),
      report: { kind: 'rows', count: lines.length, read: rows.length, columns: stagedColumns, cleared: [] },
    }
  }

  end(): ReturnType<RowReader['batch']> {
    this.seen.entries.warnOfIgnoredColumns(this.#ignored)
    return { report: { kind: 'done', rows: this.seen.rows, found: this.seen.entries.toData() } }
  }

  #line({ number, cells, problem }: Row, positions: ReadonlyMap<RegistrationColumn, number>): string | undefined {
    const findCell = (column: RegistrationColumn) => cells[positions.get(column) ?? -1]
    const key = formatKey(findCell('CENTER_ID'))
    const unread = registrationColumns.flatMap((column) => {
      const cell = findCell(column)
      return isProblem(cell) ? [{ column, ...cell }] : []
    })
    for (const { column, problem: code, params } of unread) this.seen.entries.reject(number, key, column, { code, params })
    if (problem) this.seen.entries.reject(number, key, undefined, { code: problem.problem, params: problem.params })
    if (unread.length > 0 || problem) return undefined
    const { registration, errors } = this.#read((column) => {
      const content = findCell(column)
      return typeof content === 'string' || typeof content === 'number' ? String(content) : undefined
    })
    for (const { column, error: detail } of errors) this.seen.entries.reject(number, key, column, detail, findCell(column))
    if (!registration) return undefined
    const first = this.seen.keys.findEarlierRow(registration.centrePatientCode, number)
    if (first === undefined) return formatLine(number, registration)
    this.seen.entries.reject(number, key, 'CENTER_ID', { code: 'import_key_repeated', params: { first } })
    return undefined
  }
}
