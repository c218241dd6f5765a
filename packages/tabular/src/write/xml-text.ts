/** Characters that XML 1.0 cannot hold at all. */
const unwritable = /[^\t\n\r\x20-\ufffd]/g
const special = /[&<>]|[^\t\n\x20-\ufffd]/
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** Text for an element: what XML cannot hold is left out, a carriage return is written so that readers keep it. */
export const xmlText = (text: string): string =>
  special.test(text) ? text.replace(unwritable, '').replace(/[&<>\r]/g, (character) => entities[character] ?? '') : text

/** Text as a workbook can hold it: what looks like a workbook's own writing of control characters is protected (ECMA-376, ST_Xstring). */
export const writableText = (text: string): string => {
  const writable = special.test(text) ? text.replace(unwritable, '') : text
  return writable.includes('_x') ? writable.replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_') : writable
}

/** A name for an element: characters that a name cannot have become `_`. */
export const xmlName = (name: string): string => name.replace(/[^\p{L}\p{N}_.-]/gu, '_').replace(/^(?![\p{L}_])/u, '_')
