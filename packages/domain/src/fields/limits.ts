import { formatDay } from '../calendar.ts'
import type { ErrorDetail } from '../error.ts'
import type { Field } from './dictionary.ts'
import { readError, type ReadResult } from './read-result.ts'

/** Hard limits reject, soft limits warn (REQ-CRF-02). Results are built once per field, so that checking a cell allocates nothing. */
type Limits<T> = { readonly findError: (value: T) => ReadResult | undefined; readonly findWarning: (value: T) => ErrorDetail | undefined }

const buildUnitParam = ({ unit }: Field): Record<string, string> => (unit === undefined ? {} : { unit })
const numberOr = (limit: number | string | undefined, open: number): number => (typeof limit === 'number' ? limit : open)

/** Builds the checks of a number, in the field's unit. */
export const buildNumberLimits = (field: Field): Limits<number> => {
  const [min, max] = [numberOr(field.min, -Infinity), numberOr(field.max, Infinity)]
  const [warnMin, warnMax] = [numberOr(field.warnMin, -Infinity), numberOr(field.warnMax, Infinity)]
  const tooLow = readError('value_too_low', { min, ...buildUnitParam(field) })
  const tooHigh = readError('value_too_high', { max, ...buildUnitParam(field) })
  const unusuallyLow: ErrorDetail = { code: 'value_unusually_low', params: { min: warnMin, ...buildUnitParam(field) } }
  const unusuallyHigh: ErrorDetail = { code: 'value_unusually_high', params: { max: warnMax, ...buildUnitParam(field) } }
  return {
    findError: (value) => (value < min ? tooLow : value > max ? tooHigh : undefined),
    findWarning: (value) => (value < warnMin ? unusuallyLow : value > warnMax ? unusuallyHigh : undefined),
  }
}

/** Builds the checks of a day. `today` is the ISO day of the check. */
export const buildDayLimits = (field: Field, today: string): Limits<string> => {
  const day = (limit: number | string | undefined, open: string): string => {
    if (limit === 'today') return today
    return typeof limit === 'string' ? limit : open
  }
  const [min, max] = [day(field.min, '0001-01-01'), day(field.max, '9999-12-31')]
  const [warnMin, warnMax] = [day(field.warnMin, '0001-01-01'), day(field.warnMax, '9999-12-31')]
  const tooEarly = readError('value_date_too_early', { min: formatDay(min) })
  const tooLate = field.max === 'today' ? readError('value_date_future') : readError('value_date_too_late', { max: formatDay(max) })
  const unusual: ErrorDetail = { code: 'value_date_unusual' }
  return {
    findError: (value) => (value < min ? tooEarly : value > max ? tooLate : undefined),
    findWarning: (value) => (value < warnMin || value > warnMax ? unusual : undefined),
  }
}

/** Builds the check of the length in characters. A surrogate pair counts once, as in Postgres. */
export const buildLengthCheck = ({ maxLength = Infinity }: Field): ((text: string) => ReadResult | undefined) => {
  const tooLong = readError('value_too_long', { max: maxLength })
  return (text) => (text.length > maxLength && [...text].length > maxLength ? tooLong : undefined)
}
