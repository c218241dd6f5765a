import { fallbackLanguage, isLanguage, type Language } from '@registry/domain/language'

/** Returns the preferred supported language of an Accept-Language header, or undefined if it names none. */
const findAcceptedLanguage = (header: string | undefined): Language | undefined => {
  const preferences = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...params] = part.trim().toLowerCase().split(';')
      const weight = params
        .find((param) => param.trim().startsWith('q='))
        ?.trim()
        .slice(2)
      return { language: tag.split('-')[0], weight: weight === undefined ? 1 : Number(weight) || 0 }
    })
  return preferences
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ language }) => language)
    .find(isLanguage)
}

export type LanguageSources = { readonly body?: unknown; readonly header?: string | undefined; readonly saved?: Language | undefined }

/** Chooses the language of a response: the body's `lang`, the header, the user's language, English. */
export const chooseLanguage = ({ body, header, saved }: LanguageSources): Language =>
  isLanguage(body) ? body : (findAcceptedLanguage(header) ?? saved ?? fallbackLanguage)
