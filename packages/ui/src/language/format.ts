import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { formatDay } from '@registry/domain/calendar'
import type { Language } from '@registry/domain/language'

const locales = { it: 'it-IT', en: 'en-GB' } as const satisfies Record<Language, string>

const isDay = (text: string): boolean => text.length === 10

const timeZone = 'Europe/Rome'
const dates = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone })

/** Formats a day or a moment as `dd/MM/yyyy`, a moment in Italian time. */
export const showDate = (iso: string): string => (isDay(iso) ? formatDay(iso) : dates.format(new Date(iso)))

/** Returns the present day in Italy as an ISO day, which is how Swedish writes one. */
export const getItalianToday = (): string => new Date().toLocaleDateString('sv-SE', { timeZone })

/** Formats the present day in words, for example `sabato 28 novembre 2026`. */
export const showToday = (language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(
    new Date(),
  )

const shortTime = { hour: '2-digit', minute: '2-digit' } as const
const exactTime = { ...shortTime, second: '2-digit' } as const

/** Formats a time in Italy. It names the zone if the reader's clock shows another time (REQ-UI-08). */
const formatTime = (moment: Date, style: Intl.DateTimeFormatOptions): string => {
  const time = moment.toLocaleTimeString('en-GB', { ...style, timeZone })
  return time === moment.toLocaleTimeString('en-GB', style) ? time : i18n._(msg`${time} (ora italiana)`)
}

/** Formats the time of a moment as `HH:mm`, as in the log and in documents. */
export const showTime = (moment: Date): string => formatTime(moment, shortTime)

/** Formats a moment as `dd/MM/yyyy, HH:mm`. */
export const showMoment = (iso: string): string => `${showDate(iso)}, ${showTime(new Date(iso))}`

/** Formats a moment as `dd/MM/yyyy, HH:mm:ss`. */
export const showExactMoment = (iso: string): string => `${showDate(iso)}, ${formatTime(new Date(iso), exactTime)}`

/** Building a format takes longer than formatting a thousand numbers, so each language has one. */
const numberFormats = {
  it: new Intl.NumberFormat('it-IT', { useGrouping: 'always' }),
  en: new Intl.NumberFormat('en-GB', { useGrouping: 'always' }),
} as const satisfies Record<Language, Intl.NumberFormat>

/** Formats a number with the thousands and decimal marks of the language. */
export const showNumber = (number: number, language: Language): string => numberFormats[language].format(number)
