import { byteClass } from './byte-classes.ts'
import { isNumberText, type OutputColumn } from './column.ts'
import { cellText } from './copy-text.ts'
import type { CellFormat, RowFormat } from './row-format.ts'

/** A quote, a backslash or a control character. */
const needsEscape = /[^\x20\x21\x23-\x5b\x5d-\uffff]/

const jsonString = (text: string): string => (needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`)

const jsonText = (raw: string): string => jsonString(cellText(raw))
const jsonNumber = (raw: string): string => (isNumberText(raw) ? raw : jsonText(raw))

const quoted = byteClass.control | byteClass.quote | byteClass.backslash

const text = { plain: { unlike: quoted, before: '"', after: '"' }, other: jsonText }

/** What follows a cell's name, by the kind of its column. */
const values: Readonly<Record<OutputColumn['kind'], Omit<CellFormat, 'open'>>> = {
  text,
  date: text,
  number: { plain: { unlike: byteClass.wordy, before: '', after: '' }, other: jsonNumber },
  boolean: { truth: { yes: 'true', no: 'false' }, other: jsonText },
}

/** The object that every JSON download is (D4), one row a line; cells that are null are left out, which halves the file. */
export const jsonFormat = (columns: readonly OutputColumn[]): RowFormat => ({
  head: '{ "success": true, "rows": [',
  tail: '\n] }\n',
  firstRow: '\n{',
  nextRow: ',\n{',
  rowEnd: '}',
  between: ',',
  cells: columns.map(({ name, kind }) => ({ open: `${JSON.stringify(name)}:`, ...values[kind] })),
})
