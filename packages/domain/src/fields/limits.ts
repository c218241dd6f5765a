import { showDay } from '../calendar.ts'
import type { ErrorDetail } from '../error.ts'
import type { Field } from './dictionary.ts'
import { readingError, type Reading } from './readings.ts'

/** Hard limits refuse, soft ones warn (D14). The answers are made once for a field, so that checking a cell makes nothing. */
type Limits<T> = { readonly refusal: (value: T) => Reading | undefined; readonly warning: (value: T) => ErrorDetail | undefined }

const unitOf = ({ unit }: Field): Record<string, string> => (unit === undefined ? {} : { unit })
const numberOr = (limit: number | string | undefined, open: number): number => (typeof limit === 'number' ? limit : open)

/** Limits of a number, in the field's unit. */
export const numberLimits = (field: Field): Limits<number> => {
  const [min, max] = [numberOr(field.min, -Infinity), numberOr(field.max, Infinity)]
  const [warnMin, warnMax] = [numberOr(field.warnMin, -Infinity), numberOr(field.warnMax, Infinity)]
  const tooLow = readingError('value_too_low', { min, ...unitOf(field) })
  const tooHigh = readingError('value_too_high', { max, ...unitOf(field) })
  const unusuallyLow: ErrorDetail = { code: 'value_unusually_low', params: { min: warnMin, ...unitOf(field) } }
  const unusuallyHigh: ErrorDetail = { code: 'value_unusually_high', params: { max: warnMax, ...unitOf(field) } }
  return {
    refusal: (value) => (value < min ? tooLow : value > max ? tooHigh : undefined),
    warning: (value) => (value < warnMin ? unusuallyLow : value > warnMax ? unusuallyHigh : undefined),
  }
}

/** Limits of a day; `today` is the day of the check. */
export const dayLimits = (field: Field, today: string): Limits<string> => {
  const day = (limit: number | string | undefined, open: string): string => {
    if (limit === 'today') return today
    return typeof limit === 'string' ? limit : open
  }
  const [min, max] = [day(field.min, '0001-01-01'), day(field.max, '9999-12-31')]
  const [warnMin, warnMax] = [day(field.warnMin, '0001-01-01'), day(field.warnMax, '9999-12-31')]
  const tooEarly = readingError('value_date_too_early', { min: showDay(min) })
  const tooLate = field.max === 'today' ? readingError('value_date_future') : readingError('value_date_too_late', { max: showDay(max) })
  const unusual: ErrorDetail = { code: 'value_date_unusual' }
  return {
    refusal: (value) => (value < min ? tooEarly : value > max ? tooLate : undefined),
    warning: (value) => (value < warnMin || value > warnMax ? unusual : undefined),
  }
}

/** Longest text of a field in characters, as Postgres counts them: a surrogate pair is one. */
export const findLengthError = ({ maxLength = Infinity }: Field): ((text: string) => Reading | undefined) => {
  const tooLong = readingError('value_too_long', { max: maxLength })
  return (text) => (text.length > maxLength && [...text].length > maxLength ? tooLong : undefined)
}
