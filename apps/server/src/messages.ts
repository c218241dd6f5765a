import { readFile } from 'node:fs/promises'
import { setupI18n, type I18n, type MessageDescriptor } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { ErrorDetail } from '@registry/domain/error'
import { errorMessages } from '@registry/domain/error-messages'
import { languages, type Language } from '@registry/domain/language'

/** A text of the server or of the domain: an id of the domain's catalogues and its Italian words. */
export type MessageText = { readonly id: string; readonly message: string }

export type Messages = {
  /** Says a fault in a language; values in it are bounds and names, never what the caller sent as health data. */
  formatError(detail: ErrorDetail, language: Language): string
  /** Says any text of the catalogues. */
  format(descriptor: MessageText, language: Language, values?: Readonly<Record<string, string | number>>): string
}

/** What everybody says, and what only the server does. */
const catalogues = ['../../../packages/domain/locales/', '../../../packages/domain/locales/server/'].map(
  (path) => new URL(path, import.meta.url),
)

type Entry = readonly [id: string, compiled: ReturnType<typeof compileMessage>]

/** A text without a translation is said in Italian: better than nothing, and the catalogue check finds it before a release. */
const readCatalogue = async (catalogue: URL, language: Language): Promise<Entry[]> => {
  const file = new URL(`${language}.po`, catalogue)
  const entries = await formatter().parse(await readFile(file, 'utf8'), { locale: language, sourceLocale: 'it', filename: file.pathname })
  return Object.entries(entries).flatMap(([id, { translation }]) => (translation ? [[id, compileMessage(translation)] as const] : []))
}

const loadLanguage = async (language: Language): Promise<I18n> => {
  const translated = (await Promise.all(catalogues.map((catalogue) => readCatalogue(catalogue, language)))).flat()
  const i18n = setupI18n({ locale: language, messages: { [language]: Object.fromEntries(translated) } })
  i18n.setMessagesCompiler(compileMessage)
  return i18n
}

/** Reads the catalogues once at start; a missing file or a text that does not parse stops the start. */
export const loadMessages = async (): Promise<Messages> => {
  const loaded = new Map(await Promise.all(languages.map(async (language) => [language, await loadLanguage(language)] as const)))
  const format: Messages['format'] = ({ id, message }, language, values) => {
    const descriptor: MessageDescriptor = { id, message }
    return loaded.get(language)?._(values ? { ...descriptor, values: { ...values } } : descriptor) ?? message
  }
  return { format, formatError: ({ code, params }, language) => format(errorMessages[code], language, params) }
}
