/** A cell by position. Row -1 is the header. */
export type CellPosition = { readonly row: number; readonly column: number }
/** A rectangle of cells between the cell where it began and the active cell. */
export type Selection = { readonly anchor: CellPosition; readonly active: CellPosition }
export type Bounds = { readonly rows: number; readonly columns: number; readonly pageRows: number }
export type Key = { readonly key: string; readonly shift: boolean; readonly control: boolean }
export type Rectangle = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number }

export const headerRow = -1
export const selectCell = (cell: CellPosition): Selection => ({ anchor: cell, active: cell })

type Move = (active: CellPosition, bounds: Bounds, control: boolean) => CellPosition

/** The keys of spreadsheets. With Control an arrow goes to the edge. */
const moves: Readonly<Record<string, Move>> = {
  ArrowUp: ({ row, column }, _bounds, control) => ({ row: control ? headerRow : row - 1, column }),
  ArrowDown: ({ row, column }, { rows }, control) => ({ row: control ? rows - 1 : row + 1, column }),
  ArrowLeft: ({ row, column }, _bounds, control) => ({ row, column: control ? 0 : column - 1 }),
  ArrowRight: ({ row, column }, { columns }, control) => ({ row, column: control ? columns - 1 : column + 1 }),
  Home: ({ row }, _bounds, control) => ({ row: control ? headerRow : row, column: 0 }),
  End: ({ row }, { rows, columns }, control) => ({ row: control ? rows - 1 : row, column: columns - 1 }),
  PageUp: ({ row, column }, { pageRows }) => ({ row: row - pageRows, column }),
  PageDown: ({ row, column }, { pageRows }) => ({ row: row + pageRows, column }),
}

const clamp = (number: number, least: number, most: number): number => Math.max(least, Math.min(most, number))

/** The selection after a key, or `undefined` for a key that moves nothing. */
export const moveSelection = (selection: Selection, { key, shift, control }: Key, bounds: Bounds): Selection | undefined => {
  const { active, anchor } = selection
  if (control && key.toLowerCase() === 'a') return selectAll(bounds)
  if (key === ' ' && shift) return { anchor: { ...anchor, column: 0 }, active: { ...active, column: bounds.columns - 1 } }
  if (key === ' ' && control) return { anchor: { ...anchor, row: headerRow }, active: { ...active, row: bounds.rows - 1 } }
  const target = moves[key]?.(active, bounds, control)
  if (target === undefined) return undefined
  const next = { row: clamp(target.row, headerRow, bounds.rows - 1), column: clamp(target.column, 0, bounds.columns - 1) }
  return shift ? { anchor, active: next } : selectCell(next)
}

const selectAll = ({ rows, columns }: Bounds): Selection => ({
  anchor: { row: headerRow, column: 0 },
  active: { row: rows - 1, column: columns - 1 },
})

export const toRectangle = ({ anchor, active }: Selection): Rectangle => ({
  top: Math.min(anchor.row, active.row),
  bottom: Math.max(anchor.row, active.row),
  left: Math.min(anchor.column, active.column),
  right: Math.max(anchor.column, active.column),
})

export const countCells = ({ top, bottom, left, right }: Rectangle): number => (bottom - top + 1) * (right - left + 1)
