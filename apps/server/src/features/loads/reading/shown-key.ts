import type { Cell } from '@registry/tabular/table'

/** The key of a row as a report shows it: as sent, so that the row is found again; what is longer than any code is cut. */
export const shownKey = (cell: Cell | undefined): string => (typeof cell === 'string' ? cell.trim().slice(0, 80) : '')
