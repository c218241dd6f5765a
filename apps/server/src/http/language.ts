import { fallbackLanguage, isLanguage, type Language } from '@registry/domain/language'

/** The first of our languages that an Accept-Language header prefers; undefined when it names none. */
const acceptedLanguage = (header: string | undefined): Language | undefined => {
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

/** The language of an answer: the body's `lang`, the header, the user's own, English (D2). */
export const chooseLanguage = ({ body, header, saved }: LanguageSources): Language =>
  isLanguage(body) ? body : (acceptedLanguage(header) ?? saved ?? fallbackLanguage)
