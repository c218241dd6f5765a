import type { GridField } from './column.ts'
import { headerRow, type Rectangle } from './selection.ts'

/** A spreadsheet reads a cell with separators or quotes only between quotes. */
const quote = (text: string): string => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** A leading `'` keeps a spreadsheet from running a pasted text as a formula. */
const disarm = (text: string): string => (/^\s*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text)

/** Texts are disarmed as in exported files (THREAT-27). */
const formatCell = (field: GridField, row: number, withheld: string): string => {
  if (field.isWithheld?.(row) === true) return withheld
  return field.type === 'number' ? field.text(row) : quote(disarm(field.text(row)))
}

type Source = {
  readonly fields: readonly GridField[]
  /** The rows of the data in the order of the grid. */
  readonly rows: readonly number[]
  readonly withheld: string
}

/** The selected cells as rows with tabs, as spreadsheets copy them. */
export const buildCopyText = ({ fields, rows, withheld }: Source, { top, bottom, left, right }: Rectangle): string => {
  const columns = fields.slice(left, right + 1)
  const lines: string[] = []
  if (top === headerRow) lines.push(columns.map(({ header }) => quote(header)).join('\t'))
  for (const row of rows.slice(Math.max(0, top), bottom + 1)) {
    lines.push(columns.map((field) => formatCell(field, row, withheld)).join('\t'))
  }
  return lines.join('\r\n')
}
