import type { Field } from '@registry/domain/fields/dictionary'

/** The cells of a table by row and column. */
export type Cells = readonly (readonly Field[])[]
export type Position = { readonly row: number; readonly column: number }

export const findPosition = (cells: Cells, isHere: (field: Field) => boolean): Position | undefined => {
  const row = cells.findIndex((fields) => fields.some(isHere))
  const column = cells[row]?.findIndex(isHere) ?? -1
  return row === -1 ? undefined : { row, column }
}

/** The place of the cursor in a text. A wholly selected text is at both ends, as in a spreadsheet. */
type Cursor = { readonly atStart: boolean; readonly atEnd: boolean }

export const readCursor = ({ selectionStart, selectionEnd, value }: HTMLInputElement): Cursor => {
  const isWhole = selectionStart === 0 && selectionEnd === value.length
  return { atStart: isWhole || (selectionStart === 0 && selectionEnd === 0), atEnd: isWhole || selectionStart === value.length }
}

type Key = { readonly key: string; readonly shiftKey: boolean }

/** The step of a key between cells. Undefined for a key that the input keeps. Tab keeps its meaning too. */
const findStep = ({ key, shiftKey }: Key, { atStart, atEnd }: Cursor): readonly [number, number] | undefined => {
  if (key === 'ArrowDown' || (key === 'Enter' && !shiftKey)) return [1, 0]
  if (key === 'ArrowUp' || key === 'Enter') return [-1, 0]
  if (shiftKey) return undefined
  if (key === 'ArrowLeft' && atStart) return [0, -1]
  return key === 'ArrowRight' && atEnd ? [0, 1] : undefined
}

/** The cell to which a key leads: at the edge of the table the same one. Undefined for a key that the input keeps. */
export const findNextCell = (cells: Cells, { row, column }: Position, key: Key, cursor: Cursor): Field | undefined => {
  const step = findStep(key, cursor)
  return step && (cells[row + step[0]]?.[column + step[1]] ?? cells[row]?.[column])
}

/** The texts of a block that a spreadsheet copied. Undefined for a single text, which the input pastes by itself. */
export const parsePastedBlock = (text: string): readonly (readonly string[])[] | undefined => {
  const block = text.replace(/\r?\n$/, '')
  if (!/[\n\t]/.test(block)) return undefined
  return block.split(/\r?\n/).map((line) => line.split('\t'))
}

/** The fields that a block fills, from a cell to the right and down, and how many of its texts have no cell. */
export const fillBlock = (cells: Cells, { row, column }: Position, block: readonly (readonly string[])[]) => {
  const pairs = block.flatMap((texts, down) => texts.map((text, right) => ({ field: cells[row + down]?.[column + right], text })))
  const filled = pairs.flatMap(({ field, text }) => (field ? [{ field, text }] : []))
  return { filled, left: pairs.length - filled.length }
}
