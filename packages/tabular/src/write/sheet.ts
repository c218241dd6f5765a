import { byteClass } from './byte-classes.ts'
import { isNumberText, type OutputColumn } from './column.ts'
import { cellText } from './copy-text.ts'
import type { CellFormat, RowFormat } from './row-format.ts'
import { writableText, xmlText } from './xml-text.ts'

/** The rows a sheet can have, its header included. */
export const sheetRows = 1_048_576

/** Numbers of the cell formats in `workbook-parts.ts`. */
export const cellStyle = { header: 1, date: 2 }

/** A view of a sheet whose first row stays in sight. */
export const frozenView =
  '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'

/** The letters of a column, from 0. */
export const columnLetters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : columnLetters(Math.floor(column / 26) - 1) + columnLetters(column % 26)

/** How wide a column is shown, in characters: its name, within bounds. */
export const columnWidth = ({ name, kind }: OutputColumn): number => Math.min(40, Math.max(kind === 'date' ? 12 : 10, name.length + 2))

/** A spreadsheet's number of a day from March 1900 on; undefined for text that is no such day, which then is written as text. */
export const dayNumber = (text: string): number | undefined => {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (!match) return undefined
  const days = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) / 86_400_000 + 25_569
  return days > 60 ? days : undefined
}

/** Blanks at an end are kept only where the cell asks for it. */
const textTail = (text: string): string => {
  const space = text.trim().length === text.length ? '' : ' xml:space="preserve"'
  return ` t="inlineStr"><is><t${space}>${xmlText(writableText(text))}</t></is></c>`
}

const special = byteClass.control | byteClass.backslash | byteClass.markup | byteClass.last | byteClass.x | byteClass.blank
const asText = (raw: string): string => (raw === '' ? '/>' : textTail(cellText(raw)))

const asDay = (raw: string): string => {
  const day = dayNumber(raw)
  return day === undefined ? asText(raw) : ` s="${cellStyle.date}"><v>${day}</v></c>`
}

const values: Readonly<Record<OutputColumn['kind'], Omit<CellFormat, 'open'>>> = {
  text: { plain: { unlike: special, before: ' t="inlineStr"><is><t>', after: '</t></is></c>' }, other: asText },
  number: {
    plain: { unlike: byteClass.wordy, before: '><v>', after: '</v></c>' },
    other: (raw) => (isNumberText(raw) ? `><v>${raw}</v></c>` : asText(raw)),
  },
  boolean: { truth: { yes: ' t="b"><v>1</v></c>', no: ' t="b"><v>0</v></c>' }, other: asText },
  date: { other: asDay },
}

/**
 * The sheet's XML: a bold header that stays in sight, widths, typed cells. Text is always a text cell, so nothing in it is taken for a
 * formula (THREAT-27). Each row and each cell has its reference: some programs lose the cells that have none, others refuse the file.
 */
export const sheetFormat = (columns: readonly OutputColumn[]): RowFormat => ({
  head: sheetHead(columns),
  tail: '</sheetData></worksheet>',
  firstRow: '<row r="',
  nextRow: '<row r="',
  rowEnd: '</row>',
  between: '',
  cells: columns.map(({ kind }) => ({ open: '<c', ...values[kind] })),
  sheet: { letters: columns.map((_, index) => columnLetters(index)), rowsBefore: 1, mostRows: sheetRows },
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
