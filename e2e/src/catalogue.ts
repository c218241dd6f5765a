import { formatter } from '@lingui/format-po'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorMessages } from '@registry/domain/error-messages'
import { fields } from '@registry/domain/fields/dictionary'
import { sectionLabels } from '@registry/domain/fields/section-labels'
import type { Language } from './browser-context.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

type Texts = ReadonlyMap<string, string>

const readCatalogue = async (filename: string) =>
  Object.entries(await formatter().parse(await readFile(filename, 'utf8'), { locale: 'en', sourceLocale: 'it', filename }))

/** The texts of all screens by their Italian source, with its context if it has one. Screens show the domain's labels and errors only. */
const readTexts = async (): Promise<Readonly<Record<Language, Texts>>> => {
  const english = new Map(
    (await readCatalogue(join(root, 'packages/domain/locales/en.po'))).map(([id, { translation = '' }]) => [id, translation]),
  )
  const texts = [...fields.map(({ label }) => label), ...Object.values(sectionLabels)].map(({ it, en }) => ({ key: it, it, en }))
  for await (const path of glob('{apps/{staff,myconsent}/{,src/features/sign-in/},packages/{ui,app-shell}/}locales/en.po', { cwd: root }))
    for (const [id, { message = id, context, translation = '' }] of await readCatalogue(join(root, path)))
      texts.push({ key: context === undefined ? message : `${message} (${context})`, it: message, en: translation })
  // Tests name an error by its Italian text or by the identifier of its message. The catalogues of the sign-in pages have identifiers only.
  for (const { id, message } of Object.values(errorMessages))
    for (const key of [message, id]) texts.push({ key, it: message, en: english.get(id) ?? '' })
  return { it: new Map(texts.map(({ key, it }) => [key, it])), en: new Map(texts.map(({ key, en }) => [key, en])) }
}

/** The texts of all screens, by language. */
export const catalogues = await readTexts()

/** Returns a text of the screens in a language, with its variables filled in. @throws Error for a text that no catalogue has */
export const translate = (italian: string, language: Language, values: Readonly<Record<string, string | number>> = {}): string => {
  const text = catalogues[language].get(italian)
  if (text === undefined) throw new Error(`No catalogue has the text «${italian}»`)
  return text.replaceAll(/\{(\w+)\}/g, (variable, name: string) => String(values[name] ?? variable))
}
