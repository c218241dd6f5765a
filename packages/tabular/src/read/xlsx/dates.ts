import type { TableLimits } from '../../limits.ts'
import type { Attributes } from '../guarded-xml.ts'
import { readPart } from './part.ts'
import { ignore } from './workbook.ts'
import type { ZipParts } from './zip.ts'

/** Meaning of a number by the number format of its cell. */
export type NumberMeaning = 'number' | 'percent' | 'date' | 'time'

/** Formats with a fixed number in ECMA-376, 18.8.30. */
const builtInMeaning = (id: number): NumberMeaning => {
  if (id === 9 || id === 10) return 'percent'
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return 'date'
  return (id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47) ? 'time' : 'number'
}

/**
 * Returns the meaning of a format code (ECMA-376, 18.8.31). Ignores quoted text, escapes, colours and conditions.
 * Only the first section counts: it formats positive numbers. `[h]`, `[mm]` and `[ss]` show a duration.
 */
export const parseFormatCode = (code: string): NumberMeaning => {
  const shown = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '').split(';')[0] ?? ''
  if (/general/i.test(shown)) return 'number'
  if (/[dy]/i.test(shown)) return 'date'
  if (/[hs]|\[m/i.test(shown)) return 'time'
  if (/m/i.test(shown)) return 'date'
  return shown.includes('%') ? 'percent' : 'number'
}

/** Returns the meaning of numbers for each cell style. */
export const readStyles = async (zip: ZipParts, part: string | undefined, limits: TableLimits): Promise<NumberMeaning[]> => {
  const codes = new Map<number, string>()
  const styles: NumberMeaning[] = []
  if (part === undefined) return styles
  let inCellFormats = false
  const open = (name: string, attributes: Attributes): void => {
    if (name === 'cellXfs') inCellFormats = true
    else if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
    else if (name === 'xf' && inCellFormats) {
      const id = Number(attributes['numFmtId'] ?? 0)
      const code = codes.get(id)
      styles.push(code === undefined ? builtInMeaning(id) : parseFormatCode(code))
    }
  }
  const close = (name: string): void => {
    if (name === 'cellXfs') inCellFormats = false
  }
  await readPart(zip, part, { open, close, text: ignore }, limits)
  return styles
}

const dayMs = 86_400_000
/** 31 December 9999, the last day of a spreadsheet. */
const lastDay = 2_958_465

/**
 * Formats a date number as `yyyy-mm-dd`, with `Thh:mm:ss` if it has a time. A number below 1 with a time format becomes `hh:mm:ss`.
 * Day 60 of the 1900 system is 29 February 1900, which never existed. It stays as it is, and the date check rejects it.
 * A number outside the calendar stays a number.
 */
export const formatSerialDate = (value: number, meaning: 'date' | 'time', from1904: boolean): string => {
  const seconds = Math.round(value * 86_400)
  const day = Math.floor(seconds / 86_400)
  if (day < 0 || day > lastDay) return String(value)
  const time = seconds - day * 86_400
  if (day === 0 && meaning === 'time') return isoTime(time)
  const date = from1904 ? isoDay(Date.UTC(1904, 0, 1), day) : day1900(day)
  return time === 0 ? date : `${date}T${isoTime(time)}`
}

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 19)

const day1900 = (day: number): string => {
  if (day === 0) return '1900-01-00'
  if (day === 60) return '1900-02-29'
  return isoDay(Date.UTC(1899, 11, day < 60 ? 31 : 30), day)
}

const isoDay = (start: number, days: number): string => new Date(start + days * dayMs).toISOString().slice(0, 10)
