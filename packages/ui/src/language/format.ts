import { formatDay } from '@registry/domain/calendar'
import type { Language } from '@registry/domain/language'

/** British order, so that days stand as dd/MM/yyyy in both languages (spec 1, section 9). */
const locales = { it: 'it-IT', en: 'en-GB' } as const satisfies Record<Language, string>

const isDay = (text: string): boolean => text.length === 10

/** A day or a moment as `dd/MM/yyyy`, the moment by the reader's own clock. */
export const showDate = (iso: string): string =>
  isDay(iso)
    ? formatDay(iso)
    : new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric' }).format(new Date(iso))

/** A moment as `dd/MM/yyyy, HH:mm`. */
export const showMoment = (iso: string): string =>
  `${showDate(iso)}, ${new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(new Date(iso))}`

/** A number with the thousands and decimals of the language. */
export const showNumber = (number: number, language: Language): string =>
  new Intl.NumberFormat(locales[language], { useGrouping: 'always' }).format(number)

/** A measured value with the decimals of the language: never rounded, and without a thousands mark that the other language reads as a decimal one. */
export const showMeasurement = (number: number, language: Language): string =>
  new Intl.NumberFormat(locales[language], { useGrouping: false, maximumFractionDigits: 20 }).format(number)
