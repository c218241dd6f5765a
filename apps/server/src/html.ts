const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A piece of HTML that `html` made: the only text that enters another piece as it is. */
export type Html = { readonly markup: string }
type Part = Html | string | number | readonly Part[]

const isList = (part: Part): part is readonly Part[] => Array.isArray(part)

const renderPart = (part: Part): string => {
  if (isList(part)) return part.map(renderPart).join('')
  return typeof part === 'object' && 'markup' in part ? part.markup : String(part).replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

/** HTML with whatever is put into it escaped, between tags and inside quoted attributes alike. */
export const html = (literals: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: literals.map((literal, index) => literal + (index < parts.length ? renderPart(parts[index] ?? '') : '')).join(''),
})

export const emptyHtml: Html = { markup: '' }
