import { Readable } from 'node:stream'
import { TableError } from '../table-error.ts'
import { type ReadOptions, readTable } from '../read.ts'
import type { Batch, Cell } from '../table.ts'

/** A table read wholly: what its rows say, by number and column; empty cells are left out. */
export type ReadRows = { columns: readonly string[]; rows: { row: number; cells: Record<string, Cell> }[] }

export const gathered = async (batches: AsyncIterable<Batch>): Promise<ReadRows> => {
  const table: ReadRows = { columns: [], rows: [] }
  for await (const { columns, rows } of batches) {
    table.columns = columns
    for (const { number, cells } of rows) {
      const filled = columns.map((name, index) => [name, cells[index] ?? null] as const).filter(([, cell]) => cell !== null)
      table.rows.push({ row: number, cells: Object.fromEntries(filled) })
    }
  }
  return table
}

type Content = string | Uint8Array

/** The content as a stream, in pieces of the given size or as one. */
export const streamOf = (content: Content, pieceBytes?: number): Readable => {
  const bytes = Buffer.from(content)
  const size = pieceBytes ?? Math.max(1, bytes.length)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size))
  return Readable.from(pieces, { objectMode: false })
}

export const read = (content: Content, options: ReadOptions & { pieceBytes?: number }): Promise<ReadRows> =>
  gathered(readTable(streamOf(content, options.pieceBytes), options))

/** The fault that a file is refused with, as code and place; any other error goes on. */
export const refusal = async (work: Promise<unknown>): Promise<{ code: string } & Record<string, unknown>> => {
  try {
    await work
  } catch (error) {
    if (error instanceof TableError) return { code: error.code, ...error.params }
    throw error
  }
  throw new Error('the file was taken')
}
