import { crc32, deflateRawSync } from 'node:zlib'

/** A part of an archive, with properties that its headers can state falsely. */
export type ZipPart = {
  readonly name: string
  readonly content: string | Uint8Array
  readonly declaredBytes?: number
  readonly encrypted?: boolean
  readonly stored?: boolean
}

const localHeader = (part: ZipPart, content: Buffer, packed: Buffer): Buffer => {
  const name = Buffer.from(part.name)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  commonFields(header, 6, part, content, packed)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name, packed])
}

const centralHeader = (part: ZipPart, content: Buffer, packed: Buffer, offset: number): Buffer => {
  const name = Buffer.from(part.name)
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(20, 6)
  commonFields(header, 8, part, content, packed)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, name])
}

const commonFields = (header: Buffer, at: number, part: ZipPart, content: Buffer, packed: Buffer): void => {
  header.writeUInt16LE(part.encrypted ? 1 : 0, at)
  header.writeUInt16LE(part.stored ? 0 : 8, at + 2)
  header.writeUInt32LE(crc32(content), at + 8)
  header.writeUInt32LE(packed.length, at + 12)
  header.writeUInt32LE(part.declaredBytes ?? content.length, at + 16)
}

/** Returns an archive of the parts, valid or not. With `overlap` all entries point to the bytes of the first part. */
export const writeZip = (parts: readonly ZipPart[], { overlap = false } = {}): Buffer => {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const content = Buffer.from(part.content)
    const packed = part.stored ? content : deflateRawSync(content)
    centrals.push(centralHeader(part, content, packed, overlap ? 0 : offset))
    if (overlap && locals.length > 0) continue
    const local = localHeader(part, content, packed)
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships>${targets.map(([type, target], index) => `<Relationship Id="rId${index}" Type="${office}/${type}" Target="${target}"/>`).join('')}</Relationships>`

export type WorkbookContent = {
  readonly rows: string
  readonly strings?: string
  readonly styles?: string
  readonly from1904?: boolean
  readonly more?: readonly ZipPart[]
}

/** Returns the parts of a workbook. Its first sheet is `second.xml`; `first.xml` is its second sheet. */
export const workbookParts = ({ rows, strings, styles, from1904, more = [] }: WorkbookContent): ZipPart[] => [
  { name: '_rels/.rels', content: relations([['officeDocument', 'xl/workbook.xml']]) },
  {
    name: 'xl/workbook.xml',
    content: `<workbook xmlns:r="${office}"><workbookPr date1904="${from1904 ? 1 : 0}"/><sheets><sheet name="A" r:id="rId1"/><sheet name="B" r:id="rId0"/></sheets></workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: relations([
      ['worksheet', 'worksheets/first.xml'],
      ['worksheet', '/xl/worksheets/second.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ]),
  },
  {
    name: 'xl/worksheets/first.xml',
    content: '<worksheet><sheetData><row><c t="str"><v>WRONG SHEET</v></c></row></sheetData></worksheet>',
  },
  { name: 'xl/worksheets/second.xml', content: `<worksheet><sheetData>${rows}</sheetData></worksheet>` },
  ...(strings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: `<sst>${strings}</sst>` }]),
  ...(styles === undefined ? [] : [{ name: 'xl/styles.xml', content: `<styleSheet>${styles}</styleSheet>` }]),
  ...more,
]

export const writeWorkbook = (content: WorkbookContent): Buffer => writeZip(workbookParts(content))
