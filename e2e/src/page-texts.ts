import type { Page } from '@playwright/test'
import { fields } from '@registry/domain/fields/dictionary'
import type { Language } from './browser-context.ts'
import { catalogues } from './catalogue.ts'

/** Makes the text match itself in an expression. */
export const escapeExpression = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** The parts between the variables of a text. Texts with plurals have none. */
const splitAtVariables = (text: string): readonly string[] => {
  const parts = text.replaceAll(/<\/?\d+\/?>/g, '{}').split(/\{\w*\}/)
  return parts.some((part) => /[{}]/.test(part)) ? [] : parts
}

/** A shorter text with a variable, such as `Centro {center}`, also fits names that are data. */
const minLettersAroundVariables = 8

const buildPattern = (text: string): RegExp | undefined => {
  const parts = splitAtVariables(text)
  if (parts.join('').trim().length < minLettersAroundVariables) return undefined
  return new RegExp(`^${parts.map(escapeExpression).join('.+')}$`, 'su')
}

type Foreign = { readonly exact: ReadonlySet<string>; readonly patterns: readonly RegExp[] }

/** The texts that exist only in the other language. */
const listForeign = (own: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): Foreign => {
  const known = new Set(own.values())
  const foreign = [...other.values()].filter((text) => !known.has(text))
  const withVariables = foreign.filter((text) => /\{|<\d/.test(text))
  return {
    exact: new Set(foreign.filter((text) => !withVariables.includes(text))),
    patterns: withVariables.flatMap((text) => buildPattern(text) ?? []),
  }
}

const foreign: Readonly<Record<Language, Foreign>> = {
  it: listForeign(catalogues.it, catalogues.en),
  en: listForeign(catalogues.en, catalogues.it),
}

const fieldNames = fields.map(({ name }) => name).filter((name) => name.includes('_'))

/** Raw texts: identifiers of messages, error codes, names of fields, variables without a value. */
const code = new RegExp(
  [
    String.raw`\b(?:api|error|help|message|permission|principal)\.[a-z_]+\b`,
    String.raw`\b[a-z]+(?:_[a-z0-9]+)+\b`,
    String.raw`\b(?:${fieldNames.join('|')})\b`,
    String.raw`\bundefined\b|^null$|\bNaN\b|\[object |Invalid Date|\{\w+\}`,
  ].join('|'),
  'u',
)

/** Lists the texts of the page, with names and hints of its elements. Code is data, and a text may name another language (WCAG 3.1.2). */
const listTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const readWithoutCode = (element: Element): string => {
      const copy = document.createElement('div')
      copy.append(element.cloneNode(true))
      for (const data of copy.querySelectorAll('code, kbd')) data.replaceWith('…')
      for (const part of copy.querySelectorAll('[lang]'))
        if (part.getAttribute('lang') !== document.documentElement.lang) part.replaceWith('…')
      return copy.textContent
    }
    const texts = new Set([document.title])
    for (const element of document.querySelectorAll('body *:not(script, style, code, kbd, svg *)')) {
      if (element.closest('[lang]')?.getAttribute('lang') !== document.documentElement.lang) continue
      for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'aria-roledescription', 'alt', 'placeholder', 'title'])
        texts.add(element.getAttribute(name) ?? '')
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.add(node.textContent ?? '')
      if (element.childElementCount > 0 && element.matches('p, li, label, button, a, h1, h2, h3, [role=status], [role=alert]'))
        texts.add(readWithoutCode(element))
    }
    return [...texts].map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '')
  })

/** Lists the texts of the page in the other language, and the codes that should be texts (REQ-UI-08). */
export const findWrongTexts = async (page: Page, language: Language): Promise<string[]> => {
  const { exact, patterns } = foreign[language]
  return (await listTexts(page)).filter((text) => exact.has(text) || code.test(text) || patterns.some((pattern) => pattern.test(text)))
}
