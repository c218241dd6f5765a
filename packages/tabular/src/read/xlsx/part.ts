import { TableError } from '../../table-error.ts'
import type { TableLimits } from '../../limits.ts'
import { decodeUtf8 } from '../bytes.ts'
import { GuardedXml, type XmlEvents } from '../guarded-xml.ts'
import type { ZipParts } from './zip.ts'

/** Parses one XML part. Yields the length of each piece; the caller can stop between pieces. */
export async function* readPartEvents(zip: ZipParts, name: string, events: XmlEvents, limits: TableLimits): AsyncGenerator<number> {
  const xml = new GuardedXml(events, limits)
  for await (const text of decodeUtf8(zip.bytes(name))) {
    convertXmlError(() => xml.write(text))
    yield text.length
  }
  convertXmlError(() => xml.end())
}

export const readPart = async (zip: ZipParts, name: string, events: XmlEvents, limits: TableLimits): Promise<void> => {
  for await (const _ of readPartEvents(zip, name, events, limits));
}

/** Replaces XML syntax errors by `xlsx_damaged`: users do not know the XML lines of a workbook. */
const convertXmlError = (work: () => void): void => {
  try {
    work()
  } catch (error) {
    if (error instanceof TableError && error.code === 'xml_syntax') throw new TableError('xlsx_damaged')
    throw error
  }
}
