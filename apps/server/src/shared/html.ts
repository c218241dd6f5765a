const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** HTML from the tag `html`. Only this type is inserted without escaping. */
export type Html = { readonly markup: string }
type Part = Html | string | number | readonly Part[]

const isList = (part: Part): part is readonly Part[] => Array.isArray(part)

const renderPart = (part: Part): string => {
  if (isList(part)) return part.map(renderPart).join('')
  return typeof part === 'object' && 'markup' in part ? part.markup : String(part).replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

/** Builds HTML and escapes each inserted value, in text and in quoted attributes. */
export const html = (literals: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: literals.map((literal, index) => literal + (index < parts.length ? renderPart(parts[index] ?? '') : '')).join(''),
})

export const emptyHtml: Html = { markup: '' }
