import { formatDay } from '@registry/domain/calendar'
import type { Language } from '@registry/domain/language'

/** British English, so that both languages have dd/MM/yyyy (REQ-UI-08). */
const locales = { it: 'it-IT', en: 'en-GB' } as const satisfies Record<Language, string>

const isDay = (text: string): boolean => text.length === 10

/** Formats a day or a moment as `dd/MM/yyyy`, a moment in the reader's time zone. */
export const showDate = (iso: string): string =>
  isDay(iso)
    ? formatDay(iso)
    : new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric' }).format(new Date(iso))

/** Formats a moment as `dd/MM/yyyy, HH:mm`, in the reader's time zone. */
export const showMoment = (iso: string): string =>
  `${showDate(iso)}, ${new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(new Date(iso))}`

type NumberFormats = { readonly grouped: Intl.NumberFormat; readonly exact: Intl.NumberFormat }
const numberFormats = new Map<Language, NumberFormats>()

/** Building a format takes longer than formatting a thousand numbers, so each language has one. */
const getNumberFormats = (language: Language): NumberFormats => {
  const known = numberFormats.get(language)
  if (known) return known
  const formats = {
    grouped: new Intl.NumberFormat(locales[language], { useGrouping: 'always' }),
    exact: new Intl.NumberFormat(locales[language], { useGrouping: false, maximumFractionDigits: 20 }),
  }
  numberFormats.set(language, formats)
  return formats
}

/** Formats a number with the thousands and decimal marks of the language. */
export const showNumber = (number: number, language: Language): string => getNumberFormats(language).grouped.format(number)

/** Formats a measured value, never rounded. It has no thousands mark, which is the decimal mark of the other language. */
export const showMeasurement = (number: number, language: Language): string => getNumberFormats(language).exact.format(number)
