/** Days are texts `yyyy-mm-dd` of the Gregorian calendar, years 0001 to 9999. Their text order is their order in time. */

const zero = 48
const dash = 45
const slash = 47
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

const isDay = (year: number, month: number, day: number): boolean => year >= 1 && day >= 1 && day <= daysInMonth(year, month)

/** Reads `yyyy-mm-dd` or `dd/MM/yyyy` and returns `yyyy-mm-dd` (REQ-IMP-03). Returns `undefined` for any other text and for days that do not exist. */
export const parseDay = (text: string): string | undefined => {
  if (text.length !== 10) return undefined
  if (text.charCodeAt(4) === dash && text.charCodeAt(7) === dash) {
    return isDay(parseDigits(text, 0, 4), parseDigits(text, 5, 7), parseDigits(text, 8, 10)) ? text : undefined
  }
  if (text.charCodeAt(2) === slash && text.charCodeAt(5) === slash) {
    const exists = isDay(parseDigits(text, 6, 10), parseDigits(text, 3, 5), parseDigits(text, 0, 2))
    return exists ? `${text.slice(6)}-${text.slice(3, 5)}-${text.slice(0, 2)}` : undefined
  }
  return undefined
}

/** Formats a day as `dd/MM/yyyy` (REQ-UI-08). */
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

/** Returns the whole days from one day to the other, negative if the second comes first. */
export const daysBetween = (from: string, to: string): number => countDays(to) - countDays(from)

/** Returns the completed years from one day to the other, like an age. It is negative if the second comes first. */
export const yearsBetween = (from: string, to: string): number => {
  if (to < from) return -yearsBetween(to, from) || 0
  const years = parseDigits(to, 0, 4) - parseDigits(from, 0, 4)
  return to.slice(5) < from.slice(5) ? years - 1 : years
}
