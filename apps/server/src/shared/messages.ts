import { readFile } from 'node:fs/promises'
import { setupI18n, type I18n, type MessageDescriptor } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { ErrorDetail } from '@registry/domain/error'
import { findNearMessage } from '@registry/domain/imports/near-messages'
import { errorMessages } from '@registry/domain/error-messages'
import { languages, type Language } from '@registry/domain/language'

/** A text of the catalogues: its id and the Italian text. */
export type MessageText = { readonly id: string; readonly message: string }

export type Messages = {
  /** Formats an error in a language. Its parameters are limits and names, never health data. */
  formatError(detail: ErrorDetail, language: Language): string
  /** Formats a text of the catalogues in a language. */
  format(descriptor: MessageText, language: Language, values?: Readonly<Record<string, string | number>>): string
}

/** The catalogues of the domain: those that the apps load too, and those of the server. */
const catalogues = ['', 'signed-in/', 'staff/', 'server/'].map(
  (folder) => new URL(`../../../../packages/domain/locales/${folder}`, import.meta.url),
)

type Entry = readonly [id: string, compiled: ReturnType<typeof compileMessage>]

/** A text without a translation stays Italian. The guard of the catalogues finds it before a release. */
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

/** Reads the catalogues once at start. @throws Error for a missing file or an invalid text, which stops the start */
export const loadMessages = async (): Promise<Messages> => {
  const languagesById = new Map(await Promise.all(languages.map(async (language) => [language, await loadLanguage(language)] as const)))
  const format: Messages['format'] = ({ id, message }, language, values) => {
    const descriptor: MessageDescriptor = { id, message }
    return languagesById.get(language)?._(values ? { ...descriptor, values: { ...values } } : descriptor) ?? message
  }
  return {
    format,
    formatError: (detail, language) => format(findNearMessage(detail) ?? errorMessages[detail.code], language, detail.params),
  }
}
