import { readFile } from 'node:fs/promises'
import { setupI18n, type I18n, type MessageDescriptor, type Messages as Catalogue } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { ErrorDetail } from '@registry/domain/error'
import { errorMessages } from '@registry/domain/error-messages'
import type { Language } from '@registry/domain/language'

/** Message of an error with a suggestion. Its code stays the same, and `near` is a parameter (REQ-IMP-05). */
const nearMessages = {
  value_not_listed: /*i18n*/ { id: 'error.value_not_listed_near', message: 'Voce non presente nell’elenco: scrivi {near}' },
  import_patient_unknown: /*i18n*/ {
    id: 'error.import_patient_unknown_near',
    message: 'Il centro non ha un paziente con questo codice. Ne ha uno con il codice {near}: scrivi {near}, se è lui',
  },
} as const

const hasNearMessage = (code: string): code is keyof typeof nearMessages => Object.hasOwn(nearMessages, code)

/** The message of an error that names what was probably meant. */
const findNearMessage = ({ code, params }: ErrorDetail) =>
  params?.['near'] !== undefined && hasNearMessage(code) ? nearMessages[code] : undefined

/** A text of the catalogues: its id and the Italian text. */
export type MessageText = { readonly id: string; readonly message: string }

export type Messages = {
  /** Formats an error in a language. Its parameters are limits and names, never health data. */
  formatError(detail: ErrorDetail, language: Language): string
  format(descriptor: MessageText, language: Language, values?: Readonly<Record<string, string | number>>): string
}

/** The English texts of the domain that browsers show too, and those that only the server says. The Italian texts are in the code. */
const englishCatalogues = ['../../../../packages/domain/locales/en.po', '../../locales/en.po'].map((path) => new URL(path, import.meta.url))

/** A text without a translation stays Italian. The check of the catalogues finds it before a release. */
const readCatalogue = async (file: URL): Promise<Catalogue> => {
  const entries = await formatter().parse(await readFile(file, 'utf8'), { locale: 'en', sourceLocale: 'it', filename: file.pathname })
  return Object.fromEntries(
    Object.entries(entries).flatMap(([id, { translation }]) => (translation ? [[id, compileMessage(translation)] as const] : [])),
  )
}

const setUp = (language: Language, catalogue: Catalogue): I18n => {
  const i18n = setupI18n({ locale: language, messages: { [language]: catalogue } })
  i18n.setMessagesCompiler(compileMessage)
  return i18n
}

/** Reads the English catalogues once at start. @throws Error for a missing file or an invalid text, which stops the start */
export const loadMessages = async (): Promise<Messages> => {
  const english = await Promise.all(englishCatalogues.map(readCatalogue))
  const byLanguage: Readonly<Record<Language, I18n>> = { it: setUp('it', {}), en: setUp('en', Object.assign({}, ...english)) }
  const format: Messages['format'] = ({ id, message }, language, values) => {
    const descriptor: MessageDescriptor = { id, message }
    return byLanguage[language]._(values ? { ...descriptor, values: { ...values } } : descriptor)
  }
  return {
    format,
    formatError: (detail, language) => format(findNearMessage(detail) ?? errorMessages[detail.code], language, detail.params),
  }
}
