/** Days are texts `yyyy-mm-dd` of the Gregorian calendar, years 1000 to 9999. Their text order is their order in time. */

const zero = 48
const dash = 45
const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const daysInMonth = (year: number, month: number): number => (month === 2 && isLeap(year) ? 29 : (lengths[month - 1] ?? 0))

/** Returns the number in the digits from `start` to `end`, or -1 if one of them is no digit. */
const parseDigits = (text: string, start: number, end: number): number => {
  let number = 0
  for (let index = start; index < end; index++) {
    const digit = text.charCodeAt(index) - zero
    if (digit < 0 || digit > 9) return -1
    number = number * 10 + digit
  }
  return number
}

const isDay = (year: number, month: number, day: number): boolean => year >= 1000 && day >= 1 && day <= daysInMonth(year, month)

const dayFirst = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/
const eightDigits = /^(\d{2})(\d{2})(\d{4})$/
/** Midnight, which Excel and databases write after a date. */
const midnight = /^(.+?)(?:T| +)0?0:00(?::00(?:\.0+)?)?Z?$/

const formatExisting = (year: string, month: string, day: string): string | undefined =>
  isDay(Number(year), Number(month), Number(day)) ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : undefined

/** Reads what people write, day first: `3/2/2001`, `03.02.2001`, `03-02-2001`, `03022001`. Years have four digits. */
const parseTypedDay = (text: string): string | undefined => {
  const separated = dayFirst.exec(text)
  if (separated) return formatExisting(separated[4] ?? '', separated[3] ?? '', separated[1] ?? '')
  const joined = eightDigits.exec(text)
  return joined ? formatExisting(joined[3] ?? '', joined[2] ?? '', joined[1] ?? '') : undefined
}

/** Returns the text if it is a day as `yyyy-mm-dd`. */
export const parseIsoDay = (text: string): string | undefined => {
  const isIso = text.length === 10 && text.charCodeAt(4) === dash && text.charCodeAt(7) === dash
  return isIso && isDay(parseDigits(text, 0, 4), parseDigits(text, 5, 7), parseDigits(text, 8, 10)) ? text : undefined
}

const parseDate = (text: string): string | undefined => parseIsoDay(text) ?? parseTypedDay(text)

/**
 * Reads a day as people and Excel write it, and returns `yyyy-mm-dd` (REQ-IMP-03). Returns `undefined` for any other text, missing days,
 * years of two digits and times other than midnight.
 */
export const parseDay = (text: string): string | undefined => {
  const day = parseDate(text)
  if (day !== undefined || text.length < 13) return day
  const date = midnight.exec(text)?.[1]
  return date === undefined ? undefined : parseDate(date)
}

const shortYear = /^(\d{1,2}[/.-]\d{1,2}[/.-]|\d{4})(\d{2})$/

/**
 * Reads a day as a person types it in a form, also with a year of two digits, which is the last such year up to `latest` (REQ-UI-08).
 * Files keep to four digits, because nobody sees there how the registry read them.
 */
export const parseShortDay = (text: string, latest: string): string | undefined => {
  const day = parseDay(text)
  const [, start, year] = (day === undefined && shortYear.exec(text)) || []
  if (start === undefined || year === undefined) return day
  const century = latest.slice(0, 2)
  const recent = parseDay(`${start}${century}${year}`)
  if (recent !== undefined && recent <= latest) return recent
  return parseDay(`${start}${Number(century) - 1}${year}`)
}

/** Formats a day as `dd/MM/yyyy`. */
export const formatDay = (day: string): string => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`

/** Days since 1 January of year 0, by the proleptic Gregorian calendar. */
const countDays = (day: string): number => {
  const year = parseDigits(day, 0, 4)
  const month = parseDigits(day, 5, 7)
  const before = year - 1
  const wholeYears = before * 365 + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400)
  let wholeMonths = 0
  for (let earlier = 1; earlier < month; earlier++) wholeMonths += daysInMonth(year, earlier)
  return wholeYears + wholeMonths + parseDigits(day, 8, 10)
}

/** Returns the day a number of months earlier; the last day of that month if it is shorter. */
export const monthsBefore = (day: string, months: number): string => {
  const total = parseDigits(day, 0, 4) * 12 + parseDigits(day, 5, 7) - 1 - months
  const [year, month] = [Math.floor(total / 12), (total % 12) + 1]
  const last = Math.min(parseDigits(day, 8, 10), daysInMonth(year, month))
  return [String(year).padStart(4, '0'), ...[month, last].map((part) => String(part).padStart(2, '0'))].join('-')
}

/** Returns the day a number of days earlier. */
export const daysBefore = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}

/** Returns the day a number of days later. */
export const daysAfter = (day: string, days: number): string => daysBefore(day, -days)

/** Returns the whole days from one day to the other, negative if the second comes first. */
export const daysBetween = (from: string, to: string): number => countDays(to) - countDays(from)

/** Returns the completed years from one day to the other, like an age. It is negative if the second comes first. */
export const yearsBetween = (from: string, to: string): number => {
  if (to < from) return -yearsBetween(to, from) || 0
  const years = parseDigits(to, 0, 4) - parseDigits(from, 0, 4)
  return to.slice(5) < from.slice(5) ? years - 1 : years
}

/** Returns the completed months from one day to a later one. */
export const monthsBetween = (from: string, to: string): number => {
  const months = (parseDigits(to, 0, 4) - parseDigits(from, 0, 4)) * 12 + parseDigits(to, 5, 7) - parseDigits(from, 5, 7)
  return to.slice(8) < from.slice(8) ? months - 1 : months
}

const timeZone = 'Europe/Rome'

const italianDay = new Intl.DateTimeFormat('sv-SE', { timeZone })

/** The calendar day in Italy of a moment in milliseconds, as `yyyy-mm-dd`. */
export const findItalianDay = (moment: number): string => italianDay.format(moment)

const findItalianOffset = (moment: number): number =>
  Date.parse(`${new Date(moment).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`) - moment

/** Returns the moment at which clocks in Italy show a time, `hh:mm`, of a day. The time must be valid. */
export const buildItalianMoment = (day: string, time: string): Date => {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  // The offset at the same time of UTC differs near a change of the clocks.
  return new Date(asUtc - findItalianOffset(asUtc - findItalianOffset(asUtc)))
}
