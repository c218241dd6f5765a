import { fallbackLanguage, isLanguage, type Language } from '@registry/domain/language'
import { readCookie, writeCookie } from '../browser/cookie.ts'

const yearSeconds = 365 * 24 * 3600

/** The language to begin with: chosen earlier on this device, else the browser's, else English (spec 1, section 1). */
export const initialLanguage = (): Language => {
  const kept = readCookie('lang')
  if (isLanguage(kept)) return kept
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? fallbackLanguage
}

export const keepLanguage = (language: Language): void => writeCookie('lang', language, yearSeconds)
