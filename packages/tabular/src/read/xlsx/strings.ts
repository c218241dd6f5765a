import { TableError } from '../../table-error.ts'
import type { TableLimits } from '../../limits.ts'
import { readPart } from './part.ts'
import type { ZipParts } from './zip.ts'

/** Decodes `_x000D_` and the like, which represent control characters in a workbook (ECMA-376, ST_Xstring). */
export const decodeEscapes = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))) : text

/** Collects the text runs of a shared or inline string, without the phonetic runs of `rPh`. */
export class RichText {
  text = ''
  #inText = false
  #inPhonetic = false

  open(name: string): void {
    if (name === 't') this.#inText = true
    else if (name === 'rPh') this.#inPhonetic = true
  }

  close(name: string): void {
    if (name === 't') this.#inText = false
    else if (name === 'rPh') this.#inPhonetic = false
  }

  add(text: string): void {
    if (this.#inText && !this.#inPhonetic) this.text += text
  }
}

/** The length of `_x000D_`. */
const longestEscape = 7

const createTooLongError = ({ cellCharacters: limit }: TableLimits): TableError => new TableError('xlsx_text_too_long', { limit })

/** Returns the shared strings of the workbook; cells refer to them by index. */
export const readSharedStrings = async (zip: ZipParts, part: string | undefined, limits: TableLimits): Promise<string[]> => {
  const strings: string[] = []
  if (part === undefined) return strings
  let item = new RichText()
  const open = (name: string): void => {
    if (name === 'si') item = new RichText()
    else item.open(name)
  }
  const close = (name: string): void => {
    item.close(name)
    if (name !== 'si') return
    if (strings.length === limits.sharedStrings) throw new TableError('file_too_complex')
    const decoded = decodeEscapes(item.text)
    if (decoded.length > limits.cellCharacters) throw createTooLongError(limits)
    strings.push(decoded)
  }
  const text = (part: string): void => {
    item.add(part)
    if (item.text.length > limits.cellCharacters * longestEscape) throw createTooLongError(limits)
  }
  await readPart(zip, part, { open, close, text }, limits)
  return strings
}
