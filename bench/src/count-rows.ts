import { createReadStream } from 'node:fs'
import type { TableFormat } from '@registry/tabular/format'
import { defaultLimits } from '@registry/tabular/limits'
import { ZipParts } from '@registry/tabular/read/xlsx/zip'

/** Counts the rows of a file from its bytes. Slow work happens in `rows`. */
export type RowCounter = { add(chunk: Buffer): void; rows(): Promise<number> }

const [quote, lineFeed] = [0x22, 0x0a]

/** Counts the records of a CSV without header: line ends outside quotes. */
const countCsvRows = (): RowCounter => {
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

const countOccurrences = (bytes: Buffer, mark: Buffer): number => {
  let count = 0
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + mark.length)) count += 1
  return count
}

/** Counts a mark that no value contains, also when two chunks split it. */
const countMark = (text: string): RowCounter => {
  const mark = Buffer.from(text)
  const overlap = mark.length - 1
  let count = 0
  let end: Buffer = Buffer.alloc(0)
  return {
    add: (chunk) => {
      count += countOccurrences(Buffer.concat([end, chunk.subarray(0, overlap)]), mark) + countOccurrences(chunk, mark)
      end = Buffer.concat([end, chunk.subarray(-overlap)]).subarray(-overlap)
    },
    rows: async () => count,
  }
}

/** Counts the rows of a workbook's sheet without header, after the last chunk. */
const countWorkbookRows = (): RowCounter => {
  const chunks: Buffer[] = []
  return {
    add: (chunk) => chunks.push(chunk),
    rows: async () => {
      const limits = { ...defaultLimits, unpackedBytes: Infinity, unpackRatio: Infinity }
      const zip = await ZipParts.open(Buffer.concat(chunks), limits)
      const counter = countMark('</row>')
      for await (const bytes of zip.bytes('xl/worksheets/sheet1.xml')) counter.add(Buffer.from(bytes))
      zip.close()
      return (await counter.rows()) - 1
    },
  }
}

/** No value contains the marks: JSON escapes line feeds in texts, and XML escapes `<`. */
export const rowCounters = {
  csv: countCsvRows,
  json: () => countMark('\n{'),
  xlsx: countWorkbookRows,
  xml: () => countMark('</row>'),
} satisfies Record<TableFormat, () => RowCounter>

/** Counts the rows of a CSV file. */
export const countRowsInFile = async (path: string): Promise<number> => {
  const counter = countCsvRows()
  for await (const chunk of createReadStream(path)) counter.add(chunk)
  return counter.rows()
}
