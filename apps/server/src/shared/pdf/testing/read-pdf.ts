import { getDocumentProxy } from 'unpdf'

type StructureNode = {
  readonly role?: string
  readonly lang?: string
  readonly type?: string
  readonly children?: readonly StructureNode[]
}

/** The content of a PDF as another program reads it: text of each page, tags in order, properties of the file. */
export type ReadPdf = {
  readonly pages: readonly string[]
  readonly text: string
  readonly tags: readonly string[]
  /** The languages of the parts in another language than the document. */
  readonly partLanguages: readonly string[]
  readonly bookmarks: readonly string[]
  readonly title: unknown
  readonly language: unknown
  readonly version: unknown
  readonly marked: boolean
}

const listTags = ({ role, children = [] }: StructureNode): string[] => [...(role ? [role] : []), ...children.flatMap(listTags)]

const listLanguages = ({ lang, children = [] }: StructureNode): string[] => [...(lang ? [lang] : []), ...children.flatMap(listLanguages)]

/** Reads a PDF with pdf.js, which shares no code with pdfkit. */
export const readPdf = async (bytes: Uint8Array<ArrayBuffer>): Promise<ReadPdf> => {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const pages: string[] = []
  const tags: string[] = []
  const partLanguages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replaceAll(/\s+/g, ' '),
    )
    const tree: StructureNode | null = await page.getStructTree()
    tags.push(...(tree ? listTags(tree) : []))
    partLanguages.push(...(tree ? listLanguages(tree) : []))
  }
  const { info } = await document.getMetadata()
  const properties = new Map(Object.entries(info))
  const markInfo = await document.getMarkInfo()
  const outline = await document.getOutline()
  await document.cleanup()
  return {
    pages,
    text: pages.join(' '),
    tags,
    partLanguages,
    bookmarks: (outline ?? []).map(({ title }) => title),
    title: properties.get('Title'),
    language: properties.get('Language'),
    version: properties.get('PDFFormatVersion'),
    marked: markInfo?.Marked ?? false,
  }
}
