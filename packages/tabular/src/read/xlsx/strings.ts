import { TableError } from '../../table-error.ts'
import type { TableLimits } from '../../limits.ts'
import { readPart } from './part.ts'
import type { ZipParts } from './zip.ts'

/** Text as it was typed: control characters are written `_x000D_` in a workbook (ECMA-376, ST_Xstring). */
export const decodedText = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))) : text

/** Collects the text of a string item or an inline string: its runs, without the reading aids of `rPh`. */
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

/** The texts that cells of the sheet name by number. */
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
    strings.push(decodedText(item.text))
  }
  const text = (words: string): void => {
    item.add(words)
    if (item.text.length > limits.cellCharacters * 7) throw new TableError('file_too_complex')
  }
  await readPart(zip, part, { open, close, text }, limits)
  return strings
}
