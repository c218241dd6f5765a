import { getField } from '@registry/domain/fields/dictionary'
import { buildReader } from '@registry/domain/fields/reader'
import { columnByPart, observationColumns, type ObservationColumn } from '@registry/domain/imports/columns'
import { fhirElements, readFhirEntry } from '@registry/domain/observations/fhir'
import { readObservation, type Observation, type ObservationPart } from '@registry/domain/observations/observation'
import { isProblem, type Batch, type Cell, type Row } from '@registry/tabular/table'
import { TableError } from '@registry/tabular/table-error'
import { formatText, nullCell } from './copy-line.ts'
import { buildReaderContext, type ReadingOptions, type RowReader } from './options.ts'
import { formatKey, readCellText } from './row-keys.ts'
import { SeenRows } from './seen-rows.ts'

/** The most results of one file. */
const maxResults = 50_000

const stagedColumns = ['row_number', 'key', 'analyte', 'taken_on', 'comparator', 'value', 'unit', 'standard_value', 'sample'] as const

const formatLine = (row: number, code: string, { analyte, takenOn, comparator, value, unit, standardValue, sample }: Observation): string =>
  [row, ...[code, analyte, takenOn, comparator, value, unit, standardValue, sample].map(formatCell)].join('\t')

const formatCell = (cell: string | number | boolean | null): string => (cell === null ? nullCell : formatText(String(cell)))

/** Reads rows with one result each, up to the limit of a file. */
abstract class ResultRows implements RowReader {
  protected readonly today: string
  readonly #readCode: ReturnType<typeof buildReader>
  seen = new SeenRows()
  #ignored: readonly string[] = []

  constructor(options: ReadingOptions) {
    this.today = options.today
    this.#readCode = buildReader(getField('CENTER_ID'), buildReaderContext(options, false))
  }

  protected abstract readonly columns: readonly string[]
  /** The line of a row for COPY, or undefined if the row is rejected. */
  protected abstract readRow(row: Row, batch: Batch): string | undefined

  batch(batch: Batch): ReturnType<RowReader['batch']> {
    const { rows } = batch
    this.#ignored = batch.ignored
    const lines = rows.map((row) => this.readRow(row, batch)).filter((line) => line !== undefined)
    this.seen.rows += rows.length
    if (this.seen.rows > maxResults) throw new TableError('file_rows_too_many', { limit: maxResults })
    const report = { kind: 'rows', count: lines.length, read: rows.length, columns: this.columns, cleared: [] } as const
    return { bytes: new TextEncoder().encode(lines.join('')), report }
  }

  end(): ReturnType<RowReader['batch']> {
    this.seen.entries.warnOfIgnoredColumns(this.#ignored)
    return { report: { kind: 'done', rows: this.seen.rows, found: this.seen.entries.toData() } }
  }

  /** The centre's code of the patient, or undefined if it is no code: the row is then rejected. */
  protected readCode(row: number, key: string, text: string): string | undefined {
    const code = this.#readCode.text(text)
    if (typeof code.text === 'string') return code.text
    this.seen.entries.reject(row, key, 'CENTER_ID', code.error ?? { code: 'value_required' })
    return undefined
  }
}

/** Reads the dated results of a file with the reader of the form (REQ-OBS-02, REQ-OBS-07). */
export class ObservationRows extends ResultRows {
  protected readonly columns = stagedColumns

  protected readRow({ number, cells, problem }: Row, { columns, decimalComma }: Batch): string | undefined {
    const { entries } = this.seen
    const findCell = (column: ObservationColumn): Cell | undefined => cells[columns.indexOf(column)]
    const findText = (part: ObservationPart): string => readCellText(findCell(columnByPart[part]))
    const key = formatKey(findCell('CENTER_ID'))
    const unreadable = problem ?? cells.find(isProblem)
    if (unreadable) {
      entries.reject(number, key, problem ? undefined : columns[cells.indexOf(unreadable)], {
        code: unreadable.problem,
        params: unreadable.params,
      })
      return undefined
    }
    const code = this.readCode(number, key, readCellText(findCell('CENTER_ID')))
    if (code === undefined) return undefined
    const texts = {
      analyte: findText('analyte'),
      value: findText('value'),
      unit: findText('unit'),
      takenOn: findText('takenOn'),
      comparator: findText('comparator'),
      sample: findText('sample'),
    }
    // A workbook's number has a certain decimal sign.
    const reading = readObservation(texts, { today: this.today, decimalComma: decimalComma && typeof findCell('VALUE') === 'string' })
    if (reading.error) {
      entries.reject(number, key, columnByPart[reading.part], reading.error, findCell(columnByPart[reading.part]))
      return undefined
    }
    if (reading.warning) entries.warn(number, key, 'VALUE', reading.warning)
    return `${formatLine(number, code, reading.observation)}\n`
  }
}

/** Reads the entries of a Bundle (REQ-OBS-10). An element without a column is reported by its name. */
export class BundleRows extends ResultRows {
  protected readonly columns = [...stagedColumns, 'conditional', 'correction']

  protected readRow({ number, cells: [entry] }: Row): string | undefined {
    const { entries } = this.seen
    const reading = readFhirEntry(JSON.parse(readCellText(entry)), this.today)
    const key = formatKey(reading.patient)
    if (reading.error) {
      const { element, error } = reading
      entries.reject(number, key, observationColumns.find((column) => fhirElements[column] === element) ?? element, error)
      return undefined
    }
    const code = this.readCode(number, key, reading.patient)
    if (code === undefined) return undefined
    if (reading.warning) entries.warn(number, key, 'VALUE', reading.warning)
    const { observation, conditional, correction } = reading
    return `${[formatLine(number, code, observation), formatCell(conditional), formatCell(correction)].join('\t')}\n`
  }
}
