import { open, stat } from 'node:fs/promises'
import type { TableLimits } from '../limits.ts'
import { readAllBytes, checkStart, rejectTooLarge, type TableSource } from './bytes.ts'
import type { RowSink } from './rows.ts'
import { readStyles } from './xlsx/dates.ts'
import { readPartEvents } from './xlsx/part.ts'
import { SheetReader } from './xlsx/sheet.ts'
import { readSharedStrings } from './xlsx/strings.ts'
import { findWorkbook } from './xlsx/workbook.ts'
import { ZipParts } from './xlsx/zip.ts'

/** Reads the first visible sheet of a workbook into the sink. Yields the length of each piece, so that the caller can take the rows. */
export async function* readXlsx(source: TableSource, sink: RowSink): AsyncGenerator<number> {
  const zip = await ZipParts.open(await checkFileStart(source, sink.limits), sink.limits)
  try {
    const workbook = await findWorkbook(zip, sink.limits)
    const styles = await readStyles(zip, workbook.styles, sink.limits)
    const strings = await readSharedStrings(zip, workbook.strings, sink.limits)
    const sheet = new SheetReader(sink, {
      strings,
      styles,
      from1904: workbook.from1904,
      countShared: (characters) => zip.countShared(characters),
    })
    for await (const characters of readPartEvents(zip, workbook.sheet, sheet, sink.limits)) {
      yield characters
      if (sheet.done) break
    }
    sheet.end()
  } finally {
    zip.close()
  }
}

/** Checks size and first bytes. Returns the path, or all bytes of a stream, because the directory of a ZIP is at its end. */
const checkFileStart = async (source: TableSource, limits: TableLimits): Promise<string | Buffer> => {
  if (typeof source !== 'string') {
    const bytes = await readAllBytes(source, limits)
    checkStart(bytes, 'xlsx')
    return bytes
  }
  rejectTooLarge((await stat(source)).size, limits)
  const file = await open(source)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    checkStart(buffer.subarray(0, bytesRead), 'xlsx')
  } finally {
    await file.close()
  }
  return source
}
