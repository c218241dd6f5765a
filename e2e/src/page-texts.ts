import type { Page } from '@playwright/test'
import { formatter } from '@lingui/format-po'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { fields } from '@registry/domain/fields/dictionary'
import { type Language, languages } from './browser-context.ts'

const catalogues = ['apps/myconsent', 'apps/staff', 'packages/app-shell', 'packages/domain', 'packages/ui']

/** The texts of one language: from the catalogues, and the labels of the fields. */
const readTexts = async (language: Language): Promise<Map<string, string>> => {
  const texts = new Map(fields.map(({ name, label }) => [`field ${name}`, label[language]]))
  for (const home of catalogues) {
    const filename = fileURLToPath(new URL(`../../${home}/locales/${language}.po`, import.meta.url))
    const content = await readFile(filename, 'utf8')
    const catalogue = await formatter().parse(content, { locale: language, sourceLocale: 'it', filename })
    for (const [id, { translation }] of Object.entries(catalogue)) if (translation) texts.set(id, translation)
  }
  return texts
}

const escapeExpression = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/** Builds the pattern of one text. Texts with plurals, and those that are almost only variables, have none. */
const buildPattern = (text: string): RegExp | undefined => {
  const parts = text.replaceAll(/<\/?\d+\/?>/g, '{}').split(/\{\w*\}/)
  if (parts.some((part) => /[{}]/.test(part)) || parts.join('').trim().length < 5) return undefined
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

const readForeign = async (): Promise<Readonly<Record<Language, Foreign>>> => {
  const [it, en] = await Promise.all(languages.map(readTexts))
  if (!it || !en) throw new Error('A language has no catalogues')
  return { it: listForeign(it, en), en: listForeign(en, it) }
}

/** An identifier of a message, or a value of an enumeration such as `in_progress`. */
const code = /\b(?:api|error|help|message|permission|principal)\.[a-z_]+\b|^[a-z]+(?:_[a-z]+)+$|^[A-Z]+(?:_[A-Z]+)+$/

/** Lists the visible texts of the page, with names and hints of its elements. Code and typed texts are data. */
const listTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const texts = new Set([document.title])
    for (const element of document.querySelectorAll('body *:not(script, style, code, kbd, option, svg *)')) {
      for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'aria-roledescription', 'alt', 'placeholder', 'title'])
        texts.add(element.getAttribute(name) ?? '')
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.add(node.textContent ?? '')
      if (element.childElementCount > 0 && element.matches('p, li, label, button, a, h1, h2, h3, [role=status], [role=alert]'))
        texts.add(element.textContent)
    }
    return [...texts].map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '')
  })

const foreign = readForeign()

/** Lists the texts of the page in the other language, and the codes that should be texts (REQ-UI-08). */
export const findWrongTexts = async (page: Page, language: Language): Promise<string[]> => {
  const { exact, patterns } = (await foreign)[language]
  return (await listTexts(page)).filter((text) => exact.has(text) || code.test(text) || patterns.some((pattern) => pattern.test(text)))
}
