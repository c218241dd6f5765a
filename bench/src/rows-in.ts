import { createReadStream } from 'node:fs'
import { defaultLimits } from '@registry/tabular/limits'
import { ZipParts } from '@registry/tabular/read/xlsx/zip'
import type { Format } from './goals/exports.ts'

/** Counts the rows of a table in its bytes, while they come; what takes longer waits for `rows`. */
export type RowCounter = { add(chunk: Buffer): void; rows(): Promise<number> }

const [quote, lineFeed] = [0x22, 0x0a]

/** Records of a CSV without its header: line ends that stand in no quotes. */
const csvRows = (): RowCounter => {
  let lines = 0
  let quoted = false
  return {
    add: (chunk) => {
      for (let at = 0; at < chunk.length; at += 1) {
        if (chunk[at] === quote) quoted = !quoted
        else if (chunk[at] === lineFeed && !quoted) lines += 1
      }
    },
    rows: async () => lines - 1,
  }
}

const countIn = (bytes: Buffer, mark: Buffer): number => {
  let count = 0
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + mark.length)) count += 1
  return count
}

/** Occurrences of a mark that no value can hold, also where it is split between two chunks. */
const markedRows = (text: string): RowCounter => {
  const mark = Buffer.from(text)
  const overlap = mark.length - 1
  let count = 0
  let end: Buffer = Buffer.alloc(0)
  return {
    add: (chunk) => {
      count += countIn(Buffer.concat([end, chunk.subarray(0, overlap)]), mark) + countIn(chunk, mark)
      end = Buffer.concat([end, chunk.subarray(-overlap)]).subarray(-overlap)
    },
    rows: async () => count,
  }
}

/** Rows of the sheet in a workbook, its header left out; it is unpacked when all of it is there. */
const workbookRows = (): RowCounter => {
  const chunks: Buffer[] = []
  return {
    add: (chunk) => chunks.push(chunk),
    rows: async () => {
      const limits = { ...defaultLimits, unpackedBytes: Infinity, unpackRatio: Infinity }
      const zip = await ZipParts.open(Buffer.concat(chunks), limits)
      const counter = markedRows('</row>')
      for await (const bytes of zip.bytes('xl/worksheets/sheet1.xml')) counter.add(Buffer.from(bytes))
      zip.close()
      return (await counter.rows()) - 1
    },
  }
}

/** In JSON a line feed within a text is escaped, and in XML `<` is, so that neither mark stands in a value. */
export const rowCounters = {
  csv: csvRows,
  json: () => markedRows('\n{'),
  xlsx: workbookRows,
  xml: () => markedRows('</row>'),
} satisfies Record<Format, () => RowCounter>

/** The rows of a CSV on disk. */
export const rowsInFile = async (path: string): Promise<number> => {
  const counter = csvRows()
  for await (const chunk of createReadStream(path)) counter.add(chunk)
  return counter.rows()
}
