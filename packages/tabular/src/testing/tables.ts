import { Readable } from 'node:stream'
import { TableError } from '../table-error.ts'
import { type ReadOptions, readTable } from '../read/read-table.ts'
import type { Batch, Cell } from '../table.ts'

/** All rows of a table, by number and column, without empty cells. A number of a workbook is a text, as in the other formats. */
export type ReadRows = { columns: readonly string[]; rows: { row: number; cells: Record<string, Cell> }[] }

const toText = (cell: Cell): Cell => (typeof cell === 'number' ? String(cell) : cell)

export const collectRows = async (batches: AsyncIterable<Batch>): Promise<ReadRows> => {
  const table: ReadRows = { columns: [], rows: [] }
  for await (const { columns, rows } of batches) {
    table.columns = columns
    for (const { number, cells } of rows) {
      const filled = columns
        .map((name, index) => [name, toText(cells[index] ?? null)] as const)
        .filter(([, cell]) => cell !== null && cell !== '')
      table.rows.push({ row: number, cells: Object.fromEntries(filled) })
    }
  }
  return table
}

type Content = string | Uint8Array

/** Returns the content as a stream, in pieces of the given size or in one piece. */
export const createStream = (content: Content, pieceBytes?: number): Readable => {
  const bytes = Buffer.from(content)
  const size = pieceBytes ?? Math.max(1, bytes.length)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))
  return Readable.from(pieces, { objectMode: false })
}

/** Readers receive the first bytes of a file as one piece. These blanks fill it, and readers of text skip them. */
const firstPiece = ' '.repeat(512)

/** Reads a table. With `pieceBytes`, the reader receives the whole content of a text format in pieces of this size. */
export const read = (content: Content, { pieceBytes, ...options }: ReadOptions & { pieceBytes?: number }): Promise<ReadRows> => {
  const pieces = createStream(content, pieceBytes)
  const needsFirstPiece = pieceBytes !== undefined && pieceBytes < firstPiece.length && options.format !== 'xlsx'
  return collectRows(readTable(needsFirstPiece ? Readable.from(concatenate(firstPiece, pieces), { objectMode: false }) : pieces, options))
}

async function* concatenate(first: string, rest: Readable): AsyncGenerator<Uint8Array> {
  yield Buffer.from(first)
  yield* rest
}

/** Returns code and parameters of the TableError that `work` throws. Rethrows any other error. */
export const catchTableError = async (work: Promise<unknown>): Promise<{ code: string } & Record<string, unknown>> => {
  try {
    await work
  } catch (error) {
    if (error instanceof TableError) return { code: error.code, ...error.params }
    throw error
  }
  throw new Error('the file was accepted')
}
