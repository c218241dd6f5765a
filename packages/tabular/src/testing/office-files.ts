import { type WorkbookContent, workbookParts, writeWorkbook, writeZip } from './zip.ts'

type Content = string | number | null | { readonly xml: string }

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Numbers are stored as Excel stores them, texts inside their cells. */
const buildCell = (content: Content, column: number, row: number): string => {
  if (content === null) return ''
  if (typeof content === 'object') return content.xml.replace('<c', `<c r="${String.fromCharCode(65 + column)}${row}"`)
  const reference = `r="${String.fromCharCode(65 + column)}${row}"`
  if (typeof content === 'number') return `<c ${reference}><v>${content}</v></c>`
  return `<c ${reference} t="inlineStr"><is><t xml:space="preserve">${escapeXml(content)}</t></is></c>`
}

/** The rows of a sheet as XML. An empty row is omitted, as Excel does. */
export const buildSheetRows = (rows: readonly (readonly Content[])[]): string =>
  rows
    .map((cells, index) =>
      cells.length === 0 ? '' : `<row r="${index + 1}">${cells.map((cell, column) => buildCell(cell, column, index + 1)).join('')}</row>`,
    )
    .join('')

export const buildWorkbook = (rows: readonly (readonly Content[])[], more: Omit<WorkbookContent, 'rows'> = {}): Buffer =>
  writeWorkbook({ rows: buildSheetRows(rows), ...more })

/** The style of a cell in per cent, as the second one. */
export const percentStyles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="9"/></cellXfs>'

/** A workbook whose first sheet is hidden: it has other names and values. */
export const buildWithHiddenSheet = (rows: readonly (readonly Content[])[]): Buffer =>
  writeZip(
    workbookParts({ rows: buildSheetRows(rows) }).map((part) =>
      part.name === 'xl/workbook.xml'
        ? { ...part, content: String(part.content).replace('<sheets>', '<sheets><sheet name="Lists" state="hidden" r:id="rId0"/>') }
        : part,
    ),
  )

/** A workbook in which somebody formatted the columns down to the last row of the sheet. */
export const buildFormattedToTheEnd = (rows: readonly (readonly Content[])[], last: number): Buffer => {
  const styled = Array.from({ length: last - rows.length }, (_, index) => rows.length + index + 1)
  const cells = styled.map((row) => `<row r="${row}"><c r="A${row}" s="1"/><c r="B${row}" s="1"/></row>`).join('')
  return writeWorkbook({ rows: buildSheetRows(rows) + cells, styles: percentStyles })
}

/** A small workbook in which many cells refer to one long shared text. */
export const buildRepeatedText = (header: readonly string[], rows: number, length: number): Buffer => {
  const shared = { xml: '<c t="s"><v>0</v></c>' }
  const lines = Array.from({ length: rows }, () => header.map(() => shared))
  return writeWorkbook({ rows: buildSheetRows([header, ...lines]), strings: `<si><t>${'x'.repeat(length)}</t></si>` })
}
