import type { Cell } from '@registry/tabular/table'

/**
 * The key of a row as a report shows it: as sent, so that the row is found again. What is longer than any code is cut.
 * Postgres does not store half a character in JSON, so a half becomes U+FFFD.
 */
export const formatKey = (cell: Cell | undefined): string => (typeof cell === 'string' ? cell.trim().slice(0, 80).toWellFormed() : '')
