import { byteClass } from './byte-classes.ts'
import { isNumberText, type OutputColumn } from './column.ts'
import { decodeCopyCell } from './copy-text.ts'
import { withLabels } from './labels.ts'
import type { CellFormat, RowFormat } from './row-format.ts'
import { writableText, xmlText } from './xml-text.ts'

/** The row limit of a sheet, with the header. */
export const sheetRows = 1_048_576

/** Indexes of the cell styles in `workbook-parts.ts`. */
export const cellStyle = { header: 1, date: 2 }

/** A sheet view with a frozen first row. */
export const frozenView =
  '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'

/** Returns the letters of a zero-based column. */
export const columnLetters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : columnLetters(Math.floor(column / 26) - 1) + columnLetters(column % 26)

export const columnWidth = ({ name, type }: OutputColumn): number => Math.min(40, Math.max(type === 'date' ? 12 : 10, name.length + 2))

/** Returns the Excel date number; undefined for other text and for days before March 1900, which are written as text. */
export const dayNumber = (text: string): number | undefined => {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (!match) return undefined
  const days = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) / 86_400_000 + 25_569
  return days > 60 ? days : undefined
}

/** Spreadsheets keep blanks at both ends only with `xml:space`. */
const textTail = (text: string): string => {
  const space = text.trim().length === text.length ? '' : ' xml:space="preserve"'
  return ` t="inlineStr"><is><t${space}>${xmlText(writableText(text))}</t></is></c>`
}

const special = byteClass.control | byteClass.backslash | byteClass.markup | byteClass.xmlUnsafe | byteClass.x | byteClass.blank
const formatText = (raw: string): string => (raw === '' ? '/>' : textTail(decodeCopyCell(raw)))

const formatDay = (raw: string): string => {
  const day = dayNumber(raw)
  return day === undefined ? formatText(raw) : ` s="${cellStyle.date}"><v>${day}</v></c>`
}

const values: Readonly<Record<OutputColumn['type'], Omit<CellFormat, 'open'>>> = {
  text: { plain: { excluded: special, before: ' t="inlineStr"><is><t>', after: '</t></is></c>' }, other: formatText },
  number: {
    plain: { excluded: byteClass.nonNumeric, before: '><v>', after: '</v></c>' },
    other: (raw) => (isNumberText(raw) ? `><v>${raw}</v></c>` : formatText(raw)),
  },
  boolean: { truth: { yes: ' t="b"><v>1</v></c>', no: ' t="b"><v>0</v></c>' }, other: formatText },
  date: { other: formatDay },
}

/**
 * The XML of a sheet with a bold, frozen header, widths and typed cells. Text is always a text cell, never a formula (THREAT-27).
 * Each row and cell has its reference: some programs lose cells without one, others reject the file.
 */
export const sheetFormat = (columns: readonly OutputColumn[]): RowFormat => ({
  head: sheetHead(columns),
  tail: '</sheetData></worksheet>',
  firstRow: '<row r="',
  nextRow: '<row r="',
  rowEnd: '</row>',
  between: '',
  cells: columns.map((column) => withLabels({ open: '<c', ...values[column.type] }, column)),
  sheet: { letters: columns.map((_, index) => columnLetters(index)), rowsBefore: 1, maxRows: sheetRows },
})

const sheetHead = (columns: readonly OutputColumn[]): string => {
  const widths = columns.map(
    (column, index) => `<col min="${index + 1}" max="${index + 1}" width="${columnWidth(column)}" customWidth="1"/>`,
  )
  const names = columns.map(({ name }, index) => `<c r="${columnLetters(index)}1" s="${cellStyle.header}"${textTail(name)}`)
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    `<sheetViews>${frozenView}</sheetViews>`,
    columns.length > 0 ? `<cols>${widths.join('')}</cols>` : '',
    `<sheetData><row r="1">${names.join('')}</row>`,
  ].join('')
}
