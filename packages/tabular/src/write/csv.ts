import { addFormulaGuard } from '../formula-guard.ts'
import { byteClass } from './byte-classes.ts'
import type { OutputColumn } from './column.ts'
import { decodeCopyCell } from './copy-text.ts'
import type { CellFormat, RowFormat } from './row-format.ts'

/** Formats a cell by RFC 4180. Quotes also mark an empty text, to distinguish it from null. */
const csvCell = (text: string): string => (text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const special = byteClass.control | byteClass.quote | byteClass.backslash | byteClass.comma
/** Bytes that could make a text a formula: a sign or blank at its start, or a place where a spreadsheet splits it. */
const perhapsFormula = byteClass.formula | byteClass.blank | byteClass.semicolon
const formatText = (raw: string): string => csvCell(addFormulaGuard(decodeCopyCell(raw)))
const formatUnguarded = (raw: string): string => csvCell(decodeCopyCell(raw))

/** Only text gets a formula guard: a negative number stays a number (THREAT-27). */
const values: Readonly<Record<OutputColumn['type'], CellFormat>> = {
  text: { open: '', plain: { excluded: special | perhapsFormula, before: '', after: '' }, other: formatText },
  number: { open: '', plain: { excluded: byteClass.nonNumeric, before: '', after: '' }, other: formatUnguarded },
  date: { open: '', plain: { excluded: special, before: '', after: '' }, other: formatUnguarded },
  boolean: { open: '', truth: { yes: 'true', no: 'false' }, other: formatUnguarded },
}

const unguardedText: CellFormat = { open: '', plain: { excluded: special, before: '', after: '' }, other: formatUnguarded }

/**
 * CSV with byte order mark, header, CRLF and guarded text (REQ-EXP-02, THREAT-27).
 * It uses COPY's text format like the other formats: in Postgres, CSV with a guard around each text takes longer.
 */
export const csvFormat = (columns: readonly OutputColumn[]): RowFormat => ({
  head: `\ufeff${columns.map(({ name }) => csvCell(name)).join(',')}\r\n`,
  tail: '',
  firstRow: '',
  nextRow: '',
  rowEnd: '\r\n',
  between: ',',
  everyCell: true,
  cells: columns.map(({ type, unguarded = false }) => (type === 'text' && unguarded ? unguardedText : values[type])),
})
