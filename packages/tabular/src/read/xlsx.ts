import { open, stat } from 'node:fs/promises'
import type { TableLimits } from '../limits.ts'
import { allBytes, checkStart, refuseTooLarge, type TableSource } from './bytes.ts'
import type { RowSink } from './rows.ts'
import { readStyles } from './xlsx/dates.ts'
import { partEvents } from './xlsx/part.ts'
import { SheetReader } from './xlsx/sheet.ts'
import { readSharedStrings } from './xlsx/strings.ts'
import { findWorkbook } from './xlsx/workbook.ts'
import { ZipParts } from './xlsx/zip.ts'

/** Fills the sink from the first sheet of a workbook; tells after each piece of it how long it was, for the rows to be taken. */
export async function* readXlsx(source: TableSource, sink: RowSink): AsyncGenerator<number> {
  const zip = await ZipParts.open(await checkedFile(source, sink.limits), sink.limits)
  try {
    const workbook = await findWorkbook(zip, sink.limits)
    const styles = await readStyles(zip, workbook.styles, sink.limits)
    const strings = await readSharedStrings(zip, workbook.strings, sink.limits)
    const sheet = new SheetReader(sink, { strings, styles, from1904: workbook.from1904 })
    for await (const characters of partEvents(zip, workbook.sheet, sheet, sink.limits)) {
      yield characters
      if (sheet.done) break
    }
    sheet.end()
  } finally {
    zip.close()
  }
}

/** A path whose file looks like a workbook, or the bytes of one: the directory of a ZIP stands at its end. */
const checkedFile = async (source: TableSource, limits: TableLimits): Promise<string | Buffer> => {
  if (typeof source !== 'string') {
    const bytes = await allBytes(source, limits)
    checkStart(bytes, 'xlsx')
    return bytes
  }
  refuseTooLarge((await stat(source)).size, limits)
  const file = await open(source)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    checkStart(buffer.subarray(0, bytesRead), 'xlsx')
  } finally {
    await file.close()
  }
  return source
}
