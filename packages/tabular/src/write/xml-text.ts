/** Characters that XML 1.0 cannot hold at all. */
const unwritable = /[^\t\n\r\x20-\ufffd]/g
const special = /[&<>]|[^\t\n\x20-\ufffd]/
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** Escapes text for an element. Removes characters that XML cannot hold, and escapes CR, which parsers would change to LF. */
export const xmlText = (text: string): string =>
  special.test(text) ? text.replace(unwritable, '').replace(/[&<>\r]/g, (character) => entities[character] ?? '') : text

/** Prepares text for a workbook: removes what XML cannot hold, and escapes text that looks like `_x000D_` (ECMA-376, ST_Xstring). */
export const writableText = (text: string): string => {
  const writable = special.test(text) ? text.replace(unwritable, '') : text
  return writable.includes('_x') ? writable.replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_') : writable
}

/** Returns a valid element name. Invalid characters become `_`. */
export const xmlName = (name: string): string => name.replace(/[^\p{L}\p{N}_.-]/gu, '_').replace(/^(?![\p{L}_])/u, '_')
