import { cleanText } from '@registry/domain/text'
import type { Cell } from '@registry/tabular/table'

/** The text of a cell; an empty or cleared one has none. */
export const readCellText = (cell: Cell | undefined): string => (typeof cell === 'string' || typeof cell === 'number' ? String(cell) : '')

/** Copies a text. A substring of a file keeps the whole chunk of the file in memory. */
export const detachText = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')

/**
 * The key of a row as the report shows it: as sent, without invisible characters, cut at 80 characters. Postgres rejects half a surrogate
 * pair in JSON, so it becomes U+FFFD.
 */
export const formatKey = (cell: Cell | undefined): string => cleanText(readCellText(cell)).slice(0, 80).toWellFormed()
