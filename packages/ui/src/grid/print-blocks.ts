import type { GridField } from './column.ts'

/** The width of a landscape A4 page at the size of the print, in pixels. */
const pageWidth = 1080
/** Printing more cells would block the browser. */
const maxPrintedCells = 60_000
const printedWidth = ({ width }: GridField): number => Math.min(220, Math.max(70, width * 0.62))

/** Splits columns into blocks of one page width. Each block begins with the first column, so that its rows can be identified. */
export const splitIntoBlocks = (fields: readonly GridField[]): readonly (readonly GridField[])[] => {
  const [first, ...others] = fields
  if (!first) return []
  const blocks: GridField[][] = [[first]]
  let width = printedWidth(first)
  for (const field of others) {
    if (width + printedWidth(field) > pageWidth && (blocks.at(-1)?.length ?? 0) > 1) {
      blocks.push([first])
      width = printedWidth(first)
    }
    blocks.at(-1)?.push(field)
    width += printedWidth(field)
  }
  return blocks
}

export const countPrintedRows = (rows: number, columns: number): number =>
  Math.min(rows, Math.max(1, Math.floor(maxPrintedCells / Math.max(1, columns))))
