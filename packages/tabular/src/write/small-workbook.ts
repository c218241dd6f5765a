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

/** Formats a small table as a styled workbook. sheetjs-style keeps it in memory and takes a second for some thousand rows. */
export const smallWorkbook = async (rows: readonly (readonly Value[])[], columns: readonly OutputColumn[]): Promise<Uint8Array> => {
  const { default: spreadsheets } = await import('sheetjs-style')
  const cellReference = (row: number, column: number): string => spreadsheets.utils.encode_cell({ r: row, c: column })
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
  const bytes: Buffer = spreadsheets.write({ SheetNames: ['Sheet1'], Sheets: { Sheet1: sheet } }, { type: 'buffer', bookType: 'xlsx' })
  return freezeHeader(bytes)
}

/** Freezes the header, which sheetjs-style cannot do. */
const freezeHeader = async (workbook: Buffer): Promise<Uint8Array> => {
  const source = await yauzl.fromBufferPromise(workbook)
  const zip = new ZipFile()
  for await (const entry of source.eachEntry()) {
    const part = await buffer(await source.openReadStreamPromise(entry))
    const isSheet = entry.fileName === 'xl/worksheets/sheet1.xml'
    const content = isSheet ? Buffer.from(part.toString().replace('<sheetView workbookViewId="0"/>', frozenView)) : part
    zip.addBuffer(content, entry.fileName, fixedDate)
  }
  zip.end()
  return buffer(zip.outputStream)
}
