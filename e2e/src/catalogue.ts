import { formatter } from '@lingui/format-po'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fields } from '@registry/domain/fields/dictionary'
import { sectionLabels } from '@registry/domain/fields/section-labels'
import type { Language } from './browser-context.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The texts of one language by their Italian source, with its context if it has one, or identifier, with the labels of fields and sections. */
const readTexts = async (language: Language): Promise<ReadonlyMap<string, string>> => {
  const labels = [...fields.map(({ label }) => label), ...Object.values(sectionLabels)]
  const texts = new Map(labels.map((label) => [label.it, label[language]]))
  for await (const path of glob(`{apps,packages}/*/locales/**/${language}.po`, {
    cwd: root,
    exclude: ['packages/domain/locales/server/**'],
  })) {
    const filename = join(root, path)
    const catalogue = await formatter().parse(await readFile(filename, 'utf8'), { locale: language, sourceLocale: 'it', filename })
    for (const [id, { message = id, context, translation }] of Object.entries(catalogue))
      if (translation) texts.set(context === undefined ? message : `${message} (${context})`, translation)
  }
  return texts
}

/** The texts of all screens, by language. */
export const catalogues = { it: await readTexts('it'), en: await readTexts('en') } as const

/** Returns a text of the screens in a language, with its variables filled in. @throws Error for a text that no catalogue has */
export const translate = (italian: string, language: Language, values: Readonly<Record<string, string | number>> = {}): string => {
  const text = catalogues[language].get(italian)
  if (text === undefined) throw new Error(`No catalogue has the text «${italian}»`)
  return text.replaceAll(/\{(\w+)\}/g, (variable, name: string) => String(values[name] ?? variable))
}
