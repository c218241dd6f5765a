import { parseDay } from '@registry/domain/calendar'
import type { ErrorDetail } from '@registry/domain/error'
import { getField } from '@registry/domain/fields/dictionary'
import { buildReader } from '@registry/domain/fields/reader'
import { cleanText } from '@registry/domain/text'
import type { Batch, Row } from '@registry/tabular/table'
import { formatText } from './copy-line.ts'
import { buildReaderContext, type ReadingOptions, type RowReader } from './options.ts'
import { formatKey, readCellText } from './row-keys.ts'
import { SeenRows } from './seen-rows.ts'

export const paperConsentColumns = ['CENTER_ID', 'FIELD', 'ANSWER', 'DATE', 'REFERENCE', 'VERSION'] as const
type PaperConsentColumn = (typeof paperConsentColumns)[number]

const stagedColumns = ['row_number', 'key', 'field', 'answer', 'signed_on', 'reference', 'version'] as const

/** The most characters of the number of a paper and of the name of its text. */
const maxTextLength = 80

type Reading = { readonly text: string } | { readonly error: ErrorDetail }
const failed = (code: ErrorDetail['code'], params?: ErrorDetail['params']): Reading => ({ error: params ? { code, params } : { code } })

const readText = (text: string): Reading => {
  if (text === '') return failed('value_required')
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) return failed('value_characters')
  return text.length > maxTextLength ? failed('value_too_long', { max: maxTextLength }) : { text }
}

/** Reads the consents that patients signed on the paper of another registry (REQ-CON-21). */
export class PaperConsents implements RowReader {
  readonly #today: string
  readonly #questions: Readonly<Record<string, number>>
  readonly #readCode: ReturnType<typeof buildReader>
  readonly #readBoolean: ReturnType<typeof buildReader>
  seen = new SeenRows()

  constructor({ questions = {}, ...options }: ReadingOptions) {
    const context = buildReaderContext(options, false)
    this.#today = options.today
    this.#questions = questions
    this.#readCode = buildReader(getField('CENTER_ID'), context)
    this.#readBoolean = buildReader(getField('c_db'), context)
  }

  batch({ columns, rows }: Batch): ReturnType<RowReader['batch']> {
    const lines = rows.map((row) => this.#line(row, columns)).filter((line) => line !== undefined)
    this.seen.rows += rows.length
    const report = { kind: 'rows', count: lines.length, read: rows.length, columns: stagedColumns, cleared: [] } as const
    return { bytes: new TextEncoder().encode(lines.join('')), report }
  }

  end(): ReturnType<RowReader['batch']> {
    return { report: { kind: 'done', rows: this.seen.rows, found: this.seen.entries.toData() } }
  }

  #line({ number, cells, problem }: Row, columns: readonly string[]): string | undefined {
    const { entries } = this.seen
    const findText = (column: PaperConsentColumn): string => cleanText(readCellText(cells[columns.indexOf(column)]))
    const key = formatKey(cells[columns.indexOf('CENTER_ID')])
    if (problem) {
      entries.reject(number, key, undefined, { code: problem.problem, params: problem.params })
      return undefined
    }
    const field = findText('FIELD').toUpperCase()
    const readings: readonly (readonly [PaperConsentColumn, Reading])[] = [
      ['CENTER_ID', this.#readKey(findText('CENTER_ID'))],
      ['FIELD', field in this.#questions ? { text: field } : failed(field === '' ? 'value_required' : 'value_not_listed')],
      ['ANSWER', this.#readAnswer(field, findText('ANSWER'))],
      ['DATE', this.#readDay(findText('DATE'))],
      ['REFERENCE', readText(findText('REFERENCE'))],
      ['VERSION', readText(findText('VERSION'))],
    ]
    const values: string[] = []
    for (const [column, reading] of readings) {
      if ('text' in reading) values.push(reading.text)
      else entries.reject(number, key, column, reading.error)
    }
    if (values.length < readings.length) return undefined
    const [code = '', , , day = ''] = values
    const first = this.seen.keys.findEarlierRow([code, field, day].join('\t'), number)
    if (first === undefined) return `${[String(number), ...values.map(formatText)].join('\t')}\n`
    entries.reject(number, key, 'FIELD', { code: 'import_key_repeated', params: { first } })
    return undefined
  }

  #readKey(text: string): Reading {
    const { text: code, error } = this.#readCode.text(text)
    return error ? { error } : typeof code === 'string' ? { text: code } : failed('value_required')
  }

  /** An answer is a boolean for two options, and a number for more (REQ-CON-02). */
  #readAnswer(field: string, text: string): Reading {
    const options = this.#questions[field] ?? 2
    if (text === '') return failed('value_required')
    if (options > 2) return /^[1-9]\d*$/.test(text) && Number(text) <= options ? { text } : failed('value_not_listed')
    const { text: answer, error } = this.#readBoolean.text(text)
    return error ? { error } : typeof answer === 'string' ? { text: answer } : failed('value_required')
  }

  #readDay(text: string): Reading {
    if (text === '') return failed('value_required')
    const day = parseDay(text)
    if (day === undefined) return failed('value_date_invalid')
    return day > this.#today ? failed('value_date_future') : { text: day }
  }
}
