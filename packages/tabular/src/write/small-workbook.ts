import { buffer } from 'node:stream/consumers'
import type { CellObject, WorkSheet } from 'sheetjs-style'
import * as yauzl from 'yauzl'
import { ZipFile } from 'yazl'
import { isNumberText, isTrueText, type OutputColumn } from './column.ts'
import type { Value } from './copy-rows.ts'
import { columnWidth, dayNumber, frozenView } from './sheet.ts'
import { fixedDate } from './workbook-parts.ts'
import { writableText } from './xml-text.ts'

const createHeaderCell = (column: OutputColumn): CellObject => ({ t: 's', v: writableText(column.name), s: { font: { bold: true } } })

const createCell = (value: Value, type: OutputColumn['type']): CellObject | undefined => {
  if (value === null || value === '') return undefined
  const text = String(value)
  const day = type === 'date' ? dayNumber(text) : undefined
  if (day !== undefined) return { t: 'n', v: day, z: 'dd/mm/yyyy' }
  if (type === 'number' && isNumberText(text)) return { t: 'n', v: Number(text) }
  return type === 'boolean' ? { t: 'b', v: isTrueText(text) } : { t: 's', v: writableText(text) }
}

/** A table of a workbook. Programs that read one table read the first sheet. */
export type WorkbookSheet = {
  readonly name: string
  readonly rows: readonly (readonly Value[])[]
  readonly columns: readonly OutputColumn[]
}

type CellReference = (row: number, column: number) => string

const createSheet = ({ rows, columns }: WorkbookSheet, cellReference: CellReference): WorkSheet => {
  const sheet: WorkSheet = { '!cols': columns.map((column) => ({ wch: columnWidth(column) })) }
  columns.forEach((column, index) => {
    sheet[cellReference(0, index)] = createHeaderCell(column)
  })
  rows.forEach((row, rowIndex) => {
    columns.forEach(({ type }, index) => {
      const cell = createCell(row[index] ?? null, type)
      if (cell) sheet[cellReference(rowIndex + 1, index)] = cell
    })
  })
  sheet['!ref'] = `A1:${cellReference(rows.length, Math.max(0, columns.length - 1))}`
  return sheet
}

/** Formats small tables as a styled workbook. sheetjs-style keeps it in memory and takes a second for some thousand rows. */
export const smallWorkbook = async (sheets: readonly WorkbookSheet[]): Promise<Uint8Array> => {
  const { default: spreadsheets } = await import('sheetjs-style')
  const cellReference: CellReference = (row, column) => spreadsheets.utils.encode_cell({ r: row, c: column })
  const workbook = {
    SheetNames: sheets.map(({ name }) => name),
    Sheets: Object.fromEntries(sheets.map((sheet) => [sheet.name, createSheet(sheet, cellReference)])),
  }
  const bytes: Buffer = spreadsheets.write(workbook, { type: 'buffer', bookType: 'xlsx' })
  return freezeHeaders(bytes)
}

/** Freezes the header of each sheet, which sheetjs-style cannot do. */
const freezeHeaders = async (workbook: Buffer): Promise<Uint8Array> => {
  const source = await yauzl.fromBufferPromise(workbook)
  const zip = new ZipFile()
  for await (const entry of source.eachEntry()) {
    const part = await buffer(await source.openReadStreamPromise(entry))
    const isSheet = /^xl\/worksheets\/sheet\d+\.xml$/.test(entry.fileName)
    const content = isSheet ? Buffer.from(part.toString().replace('<sheetView workbookViewId="0"/>', frozenView)) : part
    zip.addBuffer(content, entry.fileName, fixedDate)
  }
  zip.end()
  return buffer(zip.outputStream)
}
