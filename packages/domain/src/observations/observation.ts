import type { ErrorDetail } from '../error.ts'
import { buildNumberLimits } from '../fields/limits.ts'
import { formatDay, parseDay } from '../calendar.ts'
import { parseNumberText } from '../fields/number-text.ts'
import { cleanText } from '../text.ts'
import { findAnalyte, observedAnalytes } from './analytes.ts'
import { convertToStandardUnit, listUnits } from './units.ts'

/** The ways to send a result. */
export const observationSources = ['form', 'file', 'service', 'fhir'] as const

/** The side of a measuring limit: the laboratory reports the limit instead of the value. */
export const comparators = ['<', '>'] as const
export type Comparator = (typeof comparators)[number]

/** The texts of a result, as a file, a form or a program sends them. */
export type ObservationTexts = {
  readonly analyte: string
  readonly value: string
  readonly unit: string
  readonly takenOn: string
  readonly comparator: string
  readonly sample: string
}
export type ObservationPart = keyof ObservationTexts

/** A result of an analyte: the value and unit as sent, and the value in the dictionary's unit. */
export type Observation = {
  readonly analyte: string
  readonly takenOn: string
  readonly comparator: Comparator | null
  readonly value: number
  readonly unit: string
  readonly standardValue: number
  readonly sample: string | null
}

export type ObservationReading =
  | { readonly observation: Observation; readonly warning?: ErrorDetail; readonly error?: undefined }
  | { readonly error: ErrorDetail; readonly part: ObservationPart; readonly observation?: undefined }

const reject = (part: ObservationPart, code: ErrorDetail['code'], params?: ErrorDetail['params']): ObservationReading => ({
  part,
  error: params ? { code, params } : { code },
})

export const maxUnitLength = 40
export const maxSampleLength = 80
const control = /\p{Cc}/u
const limitsOfAnalyte = new Map(observedAnalytes.map(({ name, field }) => [name, buildNumberLimits(field)]))

/** No laboratory result of a living person is older. */
const firstDay = '1920-01-01'

/** Reads a result. The limits of the dictionary apply to the value in its unit (REQ-OBS-02). */
export const readObservation = (
  texts: ObservationTexts,
  { today, decimalComma = false }: { readonly today: string; readonly decimalComma?: boolean },
): ObservationReading => {
  const missing = (['analyte', 'value', 'takenOn'] as const).find((part) => cleanText(texts[part]) === '')
  if (missing) return reject(missing, 'value_required')
  const analyte = findAnalyte(cleanText(texts.analyte))
  if (!analyte) {
    const analytes = observedAnalytes.map(({ name }) => name).join(', ')
    return reject('analyte', 'observation_analyte_unknown', { analytes })
  }
  const comparator = cleanText(texts.comparator)
  const knownComparator = comparators.find((known) => known === comparator) ?? null
  if (comparator !== '' && knownComparator === null) return reject('comparator', 'observation_comparator_wrong')
  const reading = parseNumberText(cleanText(texts.value), { decimalComma, exponents: true })
  if (reading.error) return reject('value', reading.error)
  const unit = cleanText(texts.unit)
  const standardValue = unit.length > maxUnitLength ? undefined : convertToStandardUnit(analyte.name, reading.number, unit)
  if (standardValue === undefined) {
    const units = listUnits(analyte.name).join(', ')
    return reject('unit', 'observation_unit_unknown', { analyte: analyte.name, units: units === '' ? 'none' : units })
  }
  const limits = limitsOfAnalyte.get(analyte.name)
  const outside = limits?.findError(standardValue)?.error
  if (outside) return { error: outside, part: 'value' }
  const takenOn = parseDay(cleanText(texts.takenOn))
  if (takenOn === undefined) return reject('takenOn', 'value_date_invalid')
  if (takenOn > today) return reject('takenOn', 'value_date_future')
  if (takenOn < firstDay) return reject('takenOn', 'value_date_too_early', { min: formatDay(firstDay) })
  const sample = cleanText(texts.sample)
  if (sample.length > maxSampleLength) return reject('sample', 'value_too_long', { max: maxSampleLength })
  if (control.test(sample)) return reject('sample', 'value_characters')
  const warning = limits?.findWarning(standardValue)
  return {
    observation: {
      analyte: analyte.name,
      takenOn,
      comparator: knownComparator,
      value: reading.number,
      unit,
      standardValue,
      sample: sample === '' ? null : sample,
    },
    ...(warning && { warning }),
  }
}
