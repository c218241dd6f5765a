import { getField } from '@registry/domain/fields/dictionary'
import { buildReader } from '@registry/domain/fields/reader'
import type { ObservationColumn } from '@registry/domain/imports/columns'
import { readObservation, type ObservationPart } from '@registry/domain/observations/observation'
import { isProblem, type Batch, type Cell, type Row } from '@registry/tabular/table'
import { TableError } from '@registry/tabular/table-error'
import { formatText, nullCell } from './copy-line.ts'
import { buildReaderContext, type ReadingOptions, type RowReader } from './options.ts'
import { formatKey, readCellText } from './row-keys.ts'
import { SeenRows } from './seen-rows.ts'

/** The most results of one file. */
const maxResults = 50_000

const columnByPart = {
  analyte: 'ANALYTE',
  value: 'VALUE',
  unit: 'UNIT',
  takenOn: 'TAKEN_ON',
  comparator: 'COMPARATOR',
  sample: 'SAMPLE_ID',
} as const satisfies Record<ObservationPart, ObservationColumn>

const stagedColumns = ['row_number', 'key', 'analyte', 'taken_on', 'comparator', 'value', 'unit', 'standard_value', 'sample'] as const

/** Reads the dated results of a file with the reader of the form (REQ-OBS-02, REQ-OBS-07). */
export class ObservationRows implements RowReader {
  readonly #today: string
  readonly #readCode: ReturnType<typeof buildReader>
  seen = new SeenRows()
  #ignored: readonly string[] = []

  constructor(options: ReadingOptions) {
    this.#today = options.today
    this.#readCode = buildReader(getField('CENTER_ID'), buildReaderContext(options, false))
  }

  batch({ columns, decimalComma, rows, ignored }: Batch): ReturnType<RowReader['batch']> {
    this.#ignored = ignored
    const lines = rows.map((row) => this.#line(row, columns, decimalComma)).filter((line) => line !== undefined)
    this.seen.rows += rows.length
    if (this.seen.rows > maxResults) throw new TableError('file_rows_too_many', { limit: maxResults })
    const report = { kind: 'rows', count: lines.length, read: rows.length, columns: stagedColumns, cleared: [] } as const
    return { bytes: new TextEncoder().encode(lines.join('')), report }
  }

  end(): ReturnType<RowReader['batch']> {
    this.seen.entries.warnOfIgnoredColumns(this.#ignored)
    return { report: { kind: 'done', rows: this.seen.rows, found: this.seen.entries.toData() } }
  }

  #line({ number, cells, problem }: Row, columns: readonly string[], decimalComma: boolean): string | undefined {
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
    const code = this.#readCode.text(readCellText(findCell('CENTER_ID')))
    if (typeof code.text !== 'string') {
      entries.reject(number, key, 'CENTER_ID', code.error ?? { code: 'value_required' })
      return undefined
    }
    const texts = {
      analyte: findText('analyte'),
      value: findText('value'),
      unit: findText('unit'),
      takenOn: findText('takenOn'),
      comparator: findText('comparator'),
      sample: findText('sample'),
    }
    // A workbook's number has a certain decimal sign.
    const reading = readObservation(texts, { today: this.#today, decimalComma: decimalComma && typeof findCell('VALUE') === 'string' })
    if (reading.error) {
      entries.reject(number, key, columnByPart[reading.part], reading.error, findCell(columnByPart[reading.part]))
      return undefined
    }
    if (reading.warning) entries.warn(number, key, 'VALUE', reading.warning)
    const { analyte, takenOn, comparator, value, unit, standardValue, sample } = reading.observation
    const staged = [analyte, takenOn, comparator, value, unit, standardValue, sample].map((part) =>
      part === null ? nullCell : formatText(String(part)),
    )
    return `${[number, formatText(code.text), ...staged].join('\t')}\n`
  }
}
