import { TableError } from '../../table-error.ts'
import type { TableLimits } from '../../limits.ts'
import { decoded } from '../bytes.ts'
import { GuardedXml, type XmlEvents } from '../guarded-xml.ts'
import type { ZipParts } from './zip.ts'

/** Tells the events of one XML part, and after each piece how long it was; the caller may stop in between. */
export async function* partEvents(zip: ZipParts, name: string, events: XmlEvents, limits: TableLimits): AsyncGenerator<number> {
  const xml = new GuardedXml(events, limits)
  for await (const text of decoded(zip.bytes(name))) {
    withinWorkbook(() => xml.write(text))
    yield text.length
  }
  withinWorkbook(() => xml.end())
}

/** Reads a part to its end. */
export const readPart = async (zip: ZipParts, name: string, events: XmlEvents, limits: TableLimits): Promise<void> => {
  for await (const _ of partEvents(zip, name, events, limits));
}

/** A line of a part says nothing to who sent a workbook: that its XML is wrong is one fault. */
const withinWorkbook = (work: () => void): void => {
  try {
    work()
  } catch (error) {
    if (error instanceof TableError && error.code === 'xml_syntax') throw new TableError('xlsx_damaged')
    throw error
  }
}
