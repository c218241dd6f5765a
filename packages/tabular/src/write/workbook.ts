import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { TableError } from '../table-error.ts'
import { sheetRows } from './sheet.ts'
import { fixedDate, sheetPart, workbookParts } from './workbook-parts.ts'

/** A part of this size needs the 64-bit ZIP form, which must be chosen before the first byte. */
const largeBytes = 0xffff_ffff
/** An upper bound for the average bytes per cell in the sheet: most cells are empty. */
const cellBytes = 60

/**
 * Packs the XML of a sheet into a workbook as it arrives. zlib compresses in its own thread at the fastest level. The next level makes the
 * file a quarter smaller and takes 50 % longer. `expectedRows` and `columns` choose the 64-bit ZIP form. A sheet larger than expected
 * throws, so the file is never broken.
 */
export async function* packWorkbook(
  sheet: AsyncIterable<Uint8Array>,
  { expectedRows = 0, columns }: { expectedRows?: number | undefined; columns: number },
): AsyncGenerator<Uint8Array> {
  const large = expectedRows * columns * cellBytes >= largeBytes
  const zip = new ZipFile()
  const packed = new PassThrough({ highWaterMark: 1024 * 1024 })
  const stream = Readable.from(large ? sheet : limitBytes(sheet), { highWaterMark: 2 })
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

async function* limitBytes(sheet: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of sheet) {
    bytes += chunk.length
    if (bytes >= largeBytes) throw new TableError('xlsx_rows_too_many', { limit: sheetRows - 1 })
    yield chunk
  }
}
