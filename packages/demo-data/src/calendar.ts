/** A calendar day as the number of days since 1970-01-01. */
export type Day = number

const msPerDay = 86_400_000
const daysPerYear = 365.25

export const dayOf = (iso: string): Day => {
  const ms = Date.parse(`${iso}T00:00:00Z`)
  if (Number.isNaN(ms)) throw new Error(`Not an ISO day: ${iso}`)
  return ms / msPerDay
}

export const isoDay = (day: Day): string => new Date(Math.floor(day) * msPerDay).toISOString().slice(0, 10)

/** `fraction` is the part of the day that has passed. */
export const isoInstant = (day: Day, fraction: number): string =>
  new Date(Math.floor((Math.floor(day) + fraction) * msPerDay)).toISOString()

export const afterYears = (day: Day, years: number): Day => Math.floor(day + years * daysPerYear)

export const yearsBetween = (from: Day, to: Day): number => (to - from) / daysPerYear
