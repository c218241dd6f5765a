import { fallbackLanguage, isLanguage, type Language } from '@registry/domain/language'
import { readCookie, writeCookie } from '../browser/cookie.ts'

const yearSeconds = 365 * 24 * 3600

/** The first language: chosen earlier on this device, else the browser's, else English (REQ-UI-08). */
export const initialLanguage = (): Language => {
  const stored = readCookie('lang')
  if (isLanguage(stored)) return stored
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? fallbackLanguage
}

export const storeLanguage = (language: Language): void => writeCookie('lang', language, yearSeconds)
