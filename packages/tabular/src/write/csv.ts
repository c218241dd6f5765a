import { addFormulaGuard, separators } from '../formula-guard.ts'
import { byteClass } from './byte-classes.ts'
import { type Delimiter, isNumberText, type OutputColumn } from './column.ts'
import { decodeCopyCell } from './copy-text.ts'
import { withLabels } from './labels.ts'
import type { CellFormat, RowFormat } from './row-format.ts'

/** Formats a cell by RFC 4180. Quotes also mark an empty text, to distinguish it from null. */
const csvCell = (text: string): string => (text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Formats a cell between semicolons. A text with a comma has quotes too, as programs with commas read them. */
const semicolonCell = (text: string): string => (text.includes(';') && !/[",\r\n]/.test(text) ? `"${text}"` : csvCell(text))

const special = byteClass.control | byteClass.quote | byteClass.backslash | byteClass.comma | byteClass.semicolon
/** Bytes that could make a text a formula: a sign or blank at its start, or a splitting character. */
const perhapsFormula = byteClass.formula | byteClass.blank
const copied = (excluded: number): NonNullable<CellFormat['plain']> => ({ excluded, before: '', after: '' })

type CsvCells = Readonly<Record<OutputColumn['type'] | 'unguarded', CellFormat>>

/** Only text gets a formula guard: a negative number stays a number (THREAT-27). */
const buildCells = (delimiter: Delimiter): CsvCells => {
  const cell = delimiter === 'comma' ? csvCell : semicolonCell
  const unguarded = (raw: string): string => cell(decodeCopyCell(raw))
  const decimalComma = (raw: string): string => (isNumberText(raw) ? raw.replace('.', ',') : unguarded(raw))
  return {
    text: {
      open: '',
      plain: copied(special | perhapsFormula),
      other: (raw) => cell(addFormulaGuard(decodeCopyCell(raw), separators[delimiter])),
    },
    unguarded: { open: '', plain: copied(special), other: unguarded },
    number: delimiter === 'comma' ? { open: '', plain: copied(byteClass.nonNumeric), other: unguarded } : { open: '', other: decimalComma },
    date: { open: '', plain: copied(special), other: unguarded },
    boolean: { open: '', truth: { yes: 'true', no: 'false' }, other: unguarded },
  }
}

const cells: Readonly<Record<Delimiter, CsvCells>> = { comma: buildCells('comma'), semicolon: buildCells('semicolon') }

/**
 * CSV with byte order mark, header, CRLF and guarded text (REQ-EXP-02, THREAT-27).
 * It uses COPY's text format like the other formats: in Postgres, CSV with a guard around each text takes longer.
 */
export const csvFormat = (columns: readonly OutputColumn[], delimiter: Delimiter = 'comma'): RowFormat => {
  const between = separators[delimiter]
  return {
    head: `\ufeff${columns.map(({ name }) => csvCell(name)).join(between)}\r\n`,
    tail: '',
    firstRow: '',
    nextRow: '',
    rowEnd: '\r\n',
    between,
    everyCell: true,
    cells: columns.map((column) =>
      withLabels(cells[delimiter][column.type === 'text' && column.unguarded ? 'unguarded' : column.type], column),
    ),
  }
}
