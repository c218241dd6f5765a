import { byteClass } from './byte-classes.ts'
import { isNumberText, type OutputColumn } from './column.ts'
import { decodeCopyCell } from './copy-text.ts'
import type { CellFormat, RowFormat } from './row-format.ts'

/** A quote, a backslash or a control character. */
const needsEscape = /[^\x20\x21\x23-\x5b\x5d-\uffff]/

const jsonString = (text: string): string => (needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`)

const jsonText = (raw: string): string => jsonString(decodeCopyCell(raw))
const jsonNumber = (raw: string): string => (isNumberText(raw) ? raw : jsonText(raw))

const quoted = byteClass.control | byteClass.quote | byteClass.backslash

const text = { plain: { excluded: quoted, before: '"', after: '"' }, other: jsonText }

/** Format of each column type after the name. */
const values: Readonly<Record<OutputColumn['type'], Omit<CellFormat, 'open'>>> = {
  text,
  date: text,
  number: { plain: { excluded: byteClass.nonNumeric, before: '', after: '' }, other: jsonNumber },
  boolean: { truth: { yes: 'true', no: 'false' }, other: jsonText },
}

/** The JSON object of every download (REQ-EXP-02), one row per line. Omits null cells, which halves the file. */
export const jsonFormat = (columns: readonly OutputColumn[]): RowFormat => ({
  head: '{ "success": true, "rows": [',
  tail: '\n] }\n',
  firstRow: '\n{',
  nextRow: ',\n{',
  rowEnd: '}',
  between: ',',
  cells: columns.map(({ name, type }) => ({ open: `${JSON.stringify(name)}:`, ...values[type] })),
})
