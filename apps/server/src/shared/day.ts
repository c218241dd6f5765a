import { findItalianDay } from '@registry/domain/calendar'

/** The calendar day in Italy as `yyyy-mm-dd`, because the centres are in Italy. The rules use it as today. */
export const formatItalianDay = (moment: Date): string => findItalianDay(moment.getTime())

/** The time of day in Italy, `HH:MM`. */
export const formatItalianTime = (moment: Date): string =>
  moment.toLocaleTimeString('it-IT', { timeZone: 'Europe/Rome', hour: '2-digit', minute: '2-digit' })
