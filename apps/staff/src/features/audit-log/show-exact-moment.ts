import { showDate } from '@registry/ui/language/format.ts'

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: 'Europe/Rome' })
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' })

/** Formats a moment with its seconds. All readers see the time in Italy, in which the days of a query begin. */
export const showExactMoment = (iso: string): string => {
  const moment = new Date(iso)
  return `${showDate(day.format(moment))}, ${time.format(moment)}`
}

/** The same with a short year, for a column of a phone. */
export const showShortMoment = (iso: string): string => showExactMoment(iso).replace(/\d\d(\d\d), /, '$1 ')
