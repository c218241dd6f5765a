import { byteClass } from './byte-classes.ts'
import type { OutputColumn } from './column.ts'
import { decodeCopyCell } from './copy-text.ts'
import type { CellFormat, RowFormat } from './row-format.ts'
import { xmlName, xmlText } from './xml-text.ts'

const special = byteClass.control | byteClass.backslash | byteClass.markup | byteClass.xmlUnsafe

const cellFormat = ({ name, type }: OutputColumn): CellFormat => {
  const element = xmlName(name)
  const after = `</${element}>`
  const other = (raw: string): string => xmlText(decodeCopyCell(raw)) + after
  if (type === 'boolean') return { open: `<${element}>`, truth: { yes: `true${after}`, no: `false${after}` }, other }
  return { open: `<${element}>`, plain: { excluded: special, before: '', after }, other }
}

/** `<rows><row><FIELD>value</FIELD></row></rows>` (REQ-IMP-02), without null cells. */
export const xmlFormat = (columns: readonly OutputColumn[]): RowFormat => ({
  head: '<?xml version="1.0" encoding="UTF-8"?>\n<rows>\n',
  tail: '</rows>\n',
  firstRow: '<row>',
  nextRow: '<row>',
  rowEnd: '</row>\n',
  between: '',
  cells: columns.map(cellFormat),
})
