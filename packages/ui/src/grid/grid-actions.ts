import type { GridField } from './column.ts'
import type { GridView } from './view.ts'

/** Actions of a user on one column. */
export type GridActions = {
  readonly view: GridView
  /** With `more` the column is added to the present order. */
  toggleSort(id: string, more: boolean): void
  setSort(id: string, desc: boolean): void
  openFilter(field: GridField): void
  hide(id: string): void
  isPinned(id: string): boolean
  togglePin(id: string): void
  resize(id: string, width: number): void
}
