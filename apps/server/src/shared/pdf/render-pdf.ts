import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Language } from '@registry/domain/language'
import { create, type Font } from 'fontkit'
import PDFDocument from 'pdfkit'
import type { PdfBlock, PdfContent, PdfFrame } from './pdf-content.ts'
import { encode as encodeQr } from 'uqr'

declare global {
  // pdfkit has these options of accessible tables, outlines and fonts; @types/pdfkit does not declare them yet.
  namespace PDFKit {
    interface PDFOutline {
      addItem(title: string, place: { top: number; left: number }): PDFOutline
    }
  }
  namespace PDFKit.Mixins {
    interface CellOptions {
      scope?: 'Row' | 'Column'
    }
    interface PDFFont {
      registerFont(name: string, font: Font): this
    }
    interface TableOptionsWithData {
      structParent?: PDFStructureElement
    }
  }
}

const readFont = (address: string): Font => {
  const font = create(readFileSync(fileURLToPath(address)))
  if (!('layout' in font)) throw new Error(`${address} is no single font`)
  return font
}
/**
 * Embedded in the file, because the reader may not have them (PDF 1.7, section 9.9). The documents of a thread share the parsed tables:
 * parsing them again takes half the time of a short document (REQ-CON-15).
 */
const fonts = {
  usual: {
    regular: readFont(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
    bold: readFont(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
  },
  dense: {
    regular: readFont(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf')),
    bold: readFont(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf')),
  },
} as const

/** A glyph remembers the letters of the first text that used it, so each document has its own glyphs. */
const withOwnGlyphs = (font: Font): Font => {
  const own: Font = Object.create(font, { _glyphs: { value: {} } })
  return own
}

const pageMargins = {
  usual: { top: 80, bottom: 72, left: 56, right: 56 },
  dense: { top: 58, bottom: 48, left: 30, right: 30 },
} as const
const labelWidths = { values: 180, answers: 300, 'paired-values': 106 } as const
const frameSize = 8
const textSize = 10.5
/** Letters and padding of tables, and the space above and below them. */
const tableStyles = {
  usual: { size: textSize, padding: [4, 6, 4, 0], above: 4, below: 6 },
  dense: { size: 7.5, padding: [0, 3, 0.8, 0], above: 1, below: 1 },
} as const
type TableStyle = (typeof tableStyles)[keyof typeof tableStyles]
const locales = { it: 'it-IT', en: 'en-GB' } as const

const styles = {
  title: { font: 'bold', size: 18, tag: 'H1', gapAbove: 0, gapBelow: 4 },
  heading: { font: 'bold', size: 14, tag: 'H2', gapAbove: 14, gapBelow: 4 },
  subheading: { font: 'bold', size: 11.5, tag: 'H3', gapAbove: 10, gapBelow: 4 },
  paragraph: { font: 'regular', size: textSize, tag: 'P', gapAbove: 4, gapBelow: 4 },
  denseHeading: { font: 'bold', size: 9, tag: 'H2', gapAbove: 2, gapBelow: 0 },
  denseParagraph: { font: 'regular', size: 8, tag: 'P', gapAbove: 1, gapBelow: 1 },
} as const

type Document = PDFKit.PDFDocument
type Structure = ReturnType<Document['struct']>

/** The lines of a heading and of the text after it, in letters of the heading, so that it never ends a page. */
const linesWithHeading = 5

/** Lists a heading in the bookmarks of the file. pdfkit counts `left` from the right edge. */
const addBookmark = (document: Document, text: string): void => {
  document.outline.addItem(text, { top: document.y, left: document.page.width })
}

const drawText = (
  document: Document,
  root: Structure,
  style: keyof typeof styles,
  text: string,
  room = linesWithHeading * styles[style].size,
): void => {
  const { font, size, tag, gapAbove, gapBelow } = styles[style]
  const { margins } = document.page
  document.x = margins.left
  document.y += gapAbove
  if (tag !== 'P' && document.y + room > document.page.height - margins.bottom) document.addPage()
  if (tag === 'H2' || tag === 'H3') addBookmark(document, text)
  document.font(font).fontSize(size).text(text, { structParent: root, structType: tag, paragraphGap: gapBelow })
}

/** pdfkit would break an address at the hyphens of its code. */
const drawAddress = (document: Document, root: Structure, text: string): void => {
  const { size, gapAbove } = styles.paragraph
  const { margins } = document.page
  const room = document.page.width - margins.left - margins.right
  document.font('regular').fontSize(size)
  document.fontSize(Math.min(size, (size * room) / document.widthOfString(text)))
  document.x = margins.left
  document.y += gapAbove
  const lineHeight = document.currentLineHeight(true)
  if (document.y + lineHeight > document.page.height - margins.bottom) document.addPage()
  const { y } = document
  document.text(text, { structParent: root, structType: 'P', lineBreak: false })
  document.x = margins.left
  document.y = y + lineHeight
}

const qrSide = 250

/** The side of a QR code holds its modules and the quiet zone of four modules around them (ISO/IEC 18004). */
const drawQr = (document: Document, root: Structure, text: string, alternative: string): void => {
  // The lowest error correction leaves most room for text.
  const rows = encodeQr(text, { ecc: 'L', border: 4 }).data
  const module = qrSide / rows.length
  const { margins } = document.page
  document.y += 10
  if (document.y + qrSide > document.page.height - margins.bottom) document.addPage()
  const figure = document.struct('Figure', { alt: alternative })
  root.add(figure)
  figure.add(document.markStructureContent('Figure'))
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries()) if (isDark) document.rect(margins.left + x * module, document.y + y * module, module, module)
  document.fill('#000000').endMarkedContent()
  figure.end()
  document.y += qrSide
}

type Cell = PDFKit.Mixins.CellOptions

/** pdfkit fails on a cell without text. */
const blank = ' '
const bodyCell = (text: string, { size }: TableStyle): Cell => ({ text: text === '' ? blank : text, font: { src: 'regular', size } })
const headerCell = (text: string, scope: 'Row' | 'Column', { size }: TableStyle): Cell => ({
  text: text === '' ? blank : text,
  type: 'TH',
  scope,
  font: { src: 'bold', size },
})

type LabelledValue = readonly [label: string, value: string]

const labelledCells = ([label, value]: LabelledValue, style: TableStyle): Cell[] => [
  headerCell(label, 'Row', style),
  bodyCell(value, style),
]

const drawTable = (document: Document, root: Structure, style: TableStyle, data: Cell[][], columnStyles: (number | '*')[]): void => {
  document.x = document.page.margins.left
  document.y += style.above
  document.font('regular').fontSize(style.size)
  const padding: Cell['padding'] = [...style.padding]
  const defaultStyle: Cell = { border: { top: 0, right: 0, bottom: 0.5, left: 0 }, borderColor: '#767676', padding }
  document.table({ structParent: root, data, columnStyles, defaultStyle })
  document.y += style.below
}

/** Puts two neighbours in a row that is no taller than a row for each over the whole width. */
const pairValues = (
  document: Document,
  values: readonly LabelledValue[],
  style: TableStyle,
  labelWidth: number,
  valueWidth: number,
): Cell[][] => {
  const [, right, , left] = style.padding
  const measure = (font: 'regular' | 'bold', text: string, width: number): number =>
    document
      .font(font)
      .fontSize(style.size)
      .heightOfString(text, { width: width - left - right })
  const measureRow = ([label, value]: LabelledValue, width: number): number =>
    Math.max(measure('bold', label, labelWidth), measure('regular', value, width))
  const wholeWidth = valueWidth + labelWidth + valueWidth
  const rows: Cell[][] = []
  for (let index = 0; index < values.length; index++) {
    const [first, second] = values.slice(index, index + 2)
    if (!first) break
    const apart = second ? measureRow(first, wholeWidth) + measureRow(second, wholeWidth) : 0
    if (second && Math.max(measureRow(first, valueWidth), measureRow(second, valueWidth)) <= apart) {
      rows.push([...labelledCells(first, style), ...labelledCells(second, style)])
      index++
    } else {
      const [label, text] = first
      rows.push([headerCell(label, 'Row', style), { ...bodyCell(text, style), colSpan: 3 }])
    }
  }
  return rows
}

const drawBlock = (document: Document, root: Structure, style: TableStyle, block: PdfBlock): void => {
  switch (block.type) {
    case 'values':
    case 'answers': {
      const data = block.rows.map((row) => labelledCells(row, style))
      return drawTable(document, root, style, data, [labelWidths[block.type], '*'])
    }
    case 'paired-values': {
      const { width, margins } = document.page
      const label = labelWidths[block.type]
      const value = (width - margins.left - margins.right) / 2 - label
      return drawTable(document, root, style, pairValues(document, block.rows, style, label, value), [label, value, label, value])
    }
    case 'table': {
      const header = block.header.map((text) => headerCell(text, 'Column', style))
      const data = [header, ...block.rows.map((row) => row.map((text) => bodyCell(text, style)))]
      return drawTable(
        document,
        root,
        style,
        data,
        block.header.map((_, column) => block.widths?.[column] ?? '*'),
      )
    }
    case 'heading':
      return drawText(document, root, style === tableStyles.dense ? 'denseHeading' : 'heading', block.text, block.room)
    case 'paragraph':
      return drawText(document, root, style === tableStyles.dense ? 'denseParagraph' : 'paragraph', block.text)
    case 'qr':
      return drawQr(document, root, block.text, block.alternative)
    case 'address':
      return drawAddress(document, root, block.text)
    default:
      return drawText(document, root, block.type, block.text)
  }
}

/** Marks a part in another language for the pronunciation of screen readers (WCAG 2.2, 3.1.2). */
const drawInLanguage = (document: Document, root: Structure, own: Language, style: TableStyle, block: PdfBlock): void => {
  if (block.language === undefined || block.language === own) return drawBlock(document, root, style, block)
  const part = document.struct('Div', { lang: locales[block.language] })
  root.add(part)
  drawBlock(document, part, style, block)
  part.end()
}

/** Renders header, footer and page number as artifacts, which screen readers skip (PDF 1.7, section 14.8.2.2). */
const drawFrame = (document: Document, { header, controller, footer, pageOf }: PdfFrame): void => {
  const { count } = document.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    document.switchToPage(index)
    const { page } = document
    const { left, right } = page.margins
    const width = page.width - left - right
    // Below its bottom margin pdfkit would start a new page.
    page.margins.bottom = 0
    document.markContent('Artifact', { type: 'Pagination' })
    document.font('bold').fontSize(frameSize).fillColor('#404040')
    document.text(header, left, 30, { width, height: 12, ellipsis: true })
    document.font('regular').text(controller, left, 42, { width, height: 22, ellipsis: true })
    const number = pageOf.replace('{page}', String(index + 1)).replace('{pages}', String(count))
    document.text(footer, left, page.height - 44, { width: width - 120, lineBreak: false })
    document.text(number, page.width - right - 120, page.height - 44, { width: 120, align: 'right', lineBreak: false })
    document.endMarkedContent()
  }
}

/** Renders a tagged PDF with embedded fonts, language and title (REQ-PAT-12). */
export const renderPdf = async (
  { language, title, blocks, dense = false }: PdfContent,
  frame: PdfFrame,
): Promise<Uint8Array<ArrayBuffer>> => {
  const density = dense ? 'dense' : 'usual'
  const document = new PDFDocument({
    pdfVersion: '1.7',
    tagged: true,
    lang: locales[language],
    displayTitle: true,
    info: { Title: title, CreationDate: frame.madeAt },
    size: 'A4',
    margins: pageMargins[density],
    // Empty, because the fonts are registered below.
    font: '',
    bufferPages: true,
  })
  for (const name of ['regular', 'bold'] as const) document.registerFont(name, withOwnGlyphs(fonts[density][name]))
  const bytes = buffer(document)
  const root = document.struct('Document')
  document.addStructure(root)
  drawText(document, root, 'title', title)
  const style = tableStyles[density]
  for (const block of blocks) drawInLanguage(document, root, language, style, block)
  root.end()
  drawFrame(document, frame)
  document.end()
  return new Uint8Array(await bytes)
}
