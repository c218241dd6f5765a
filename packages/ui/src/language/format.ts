import { formatDay } from '@registry/domain/calendar'
import type { Language } from '@registry/domain/language'

const locales = { it: 'it-IT', en: 'en-GB' } as const satisfies Record<Language, string>

const isDay = (text: string): boolean => text.length === 10

/** Formats a day or a moment as `dd/MM/yyyy`, a moment in the reader's time zone. */
export const showDate = (iso: string): string =>
  isDay(iso)
    ? formatDay(iso)
    : new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric' }).format(new Date(iso))

/** Formats the present day in words, for example `sabato 28 novembre 2026`. */
export const showToday = (language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(new Date())

/** Formats the time of a moment as `HH:mm`, in the reader's time zone. */
export const showTime = (moment: Date): string => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(moment)

/** Formats a moment as `dd/MM/yyyy, HH:mm`, in the reader's time zone. */
export const showMoment = (iso: string): string => `${showDate(iso)}, ${showTime(new Date(iso))}`

/** Building a format takes longer than formatting a thousand numbers, so each language has one. */
const numberFormats = {
  it: new Intl.NumberFormat('it-IT', { useGrouping: 'always' }),
  en: new Intl.NumberFormat('en-GB', { useGrouping: 'always' }),
} as const satisfies Record<Language, Intl.NumberFormat>

/** Formats a number with the thousands and decimal marks of the language. */
export const showNumber = (number: number, language: Language): string => numberFormats[language].format(number)
