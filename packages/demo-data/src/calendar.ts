/** A calendar day as the number of days since 1970-01-01. */
export type Day = number

const msPerDay = 86_400_000
const daysPerYear = 365.25

export const parseDay = (iso: string): Day => {
  const ms = Date.parse(`${iso}T00:00:00Z`)
  if (Number.isNaN(ms)) throw new Error(`Not an ISO day: ${iso}`)
  return ms / msPerDay
}

export const formatDay = (day: Day): string => new Date(Math.floor(day) * msPerDay).toISOString().slice(0, 10)

/** Returns an ISO instant. `fraction` is the part of the day that has passed, from 0 to 1. */
export const formatInstant = (day: Day, fraction: number): string =>
  new Date(Math.floor((Math.floor(day) + fraction) * msPerDay)).toISOString()

export const addYears = (day: Day, years: number): Day => Math.floor(day + years * daysPerYear)

export const yearsBetween = (from: Day, to: Day): number => (to - from) / daysPerYear
