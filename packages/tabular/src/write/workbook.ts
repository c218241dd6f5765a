import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { TableError } from '../table-error.ts'
import { sheetRows } from './sheet.ts'
import { fixedDate, sheetPart, workbookParts } from './workbook-parts.ts'

/** A part of this size or more needs the 64-bit form of a ZIP, which must be chosen before the first byte is written. */
const largeBytes = 0xffff_ffff
/** What a cell takes in the sheet at most on average, generously: most are empty. */
const cellBytes = 60

/**
 * Packs the sheet's XML, as it comes, into a workbook. Deflate runs beside this thread at its fastest level: the next one makes the file a
 * quarter smaller and takes half as long again.
 * `expectedRows` and `columns` decide whether the 64-bit form is used; a sheet that outgrows what was expected is a fault, not a broken file.
 */
export async function* packedWorkbook(
  sheet: AsyncIterable<Uint8Array>,
  { expectedRows = 0, columns }: { expectedRows?: number | undefined; columns: number },
): AsyncGenerator<Uint8Array> {
  const large = expectedRows * columns * cellBytes >= largeBytes
  const zip = new ZipFile()
  const packed = new PassThrough({ highWaterMark: 1024 * 1024 })
  const stream = Readable.from(large ? sheet : limited(sheet), { highWaterMark: 2 })
  stream.on('error', (error) => packed.destroy(error))
  zip.on('error', (error) => packed.destroy(error))
  zip.outputStream.pipe(packed)
  for (const [name, content] of Object.entries(workbookParts)) zip.addBuffer(Buffer.from(content), name, fixedDate)
  zip.addReadStream(stream, sheetPart, { ...fixedDate, compressionLevel: 1, forceZip64Format: large })
  zip.end()
  try {
    yield* packed
  } finally {
    stream.destroy()
  }
}

async function* limited(sheet: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of sheet) {
    bytes += chunk.length
    if (bytes >= largeBytes) throw new TableError('xlsx_rows_too_many', { limit: sheetRows - 1 })
    yield chunk
  }
}
