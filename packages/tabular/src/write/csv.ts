import { withFormulaGuard } from '../formula-guard.ts'
import { byteClass } from './byte-classes.ts'
import type { OutputColumn } from './column.ts'
import { cellText } from './copy-text.ts'
import type { CellFormat, RowFormat } from './row-format.ts'

/** A cell as RFC 4180 has it: in quotes where it must be, and where it is empty but not null. */
const csvCell = (text: string): string => (text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const special = byteClass.control | byteClass.quote | byteClass.backslash | byteClass.comma
/** A text in which nothing may be a formula: no sign or blank at its beginning, nothing at which it could be split. */
const perhapsFormula = byteClass.formula | byteClass.blank | byteClass.semicolon
const asText = (raw: string): string => csvCell(withFormulaGuard(cellText(raw)))
const asItStands = (raw: string): string => csvCell(cellText(raw))

/** Numbers, dates and booleans are never guarded: a negative number is one. */
const values: Readonly<Record<OutputColumn['kind'], CellFormat>> = {
  text: { open: '', plain: { unlike: special | perhapsFormula, before: '', after: '' }, other: asText },
  number: { open: '', plain: { unlike: byteClass.wordy, before: '', after: '' }, other: asItStands },
  date: { open: '', plain: { unlike: special, before: '', after: '' }, other: asItStands },
  boolean: { open: '', truth: { yes: 'true', no: 'false' }, other: asItStands },
}

/**
 * CSV (D4): byte order mark, header, CRLF, and text that no spreadsheet takes for a formula (THREAT-27). Made of COPY's text form as the other
 * formats are: Postgres spends more on writing CSV with the guard round each text than on this form.
 */
export const csvFormat = (columns: readonly OutputColumn[]): RowFormat => ({
  head: `\ufeff${columns.map(({ name }) => csvCell(name)).join(',')}\r\n`,
  tail: '',
  firstRow: '',
  nextRow: '',
  rowEnd: '\r\n',
  between: ',',
  everyCell: true,
  cells: columns.map(({ kind }) => values[kind]),
})
