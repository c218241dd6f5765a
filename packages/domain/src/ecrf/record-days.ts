import { monthsBefore } from '../calendar.ts'
import type { FieldName } from '../fields/dictionary.ts'
import { parseMissingCell } from '../fields/missing.ts'
import type { PatientRecord } from '../fields/values.ts'
import { observedAnalytes } from '../observations/analytes.ts'
import type { Comparator } from '../observations/observation.ts'
import type { ValueSources } from '../observations/value-sources.ts'
import type { ValueChange } from './history.ts'

/** A change, as a chart of a record needs it. `at` is the moment of a save, or the day of the sample of a dated result. */
export type ChartChange = Pick<ValueChange, 'field' | 'at' | 'new'> & {
  /** Set for a dated result. A result with a comparator is a limit. */
  readonly result?: { readonly comparator: Comparator | null }
}

/** The values after the last change of a day, and the fields that changed on it with their last changes. */
export type RecordDay = {
  readonly day: string
  readonly record: PatientRecord
  readonly changed: ReadonlyMap<FieldName, ChartChange>
}

/** The day of a save in Italy, where the centres are. */
export const toItalianDay = (at: string): string => new Date(at).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })

/** A present result of a record. `standardValue` is in the unit of the dictionary. */
export type ChartResult = {
  readonly analyte: string
  readonly takenOn: string
  readonly comparator: Comparator | null
  readonly standardValue: number
}

/** The months of results that a statistic summarises. */
const statisticMonths = 12

/**
 * Places the results of a record among its changes, each on the day of its sample. A recorded statistic has no day of its own. It stays on
 * the day of recording if no result of the 12 months before can be what it summarises, or if it is the present report (REQ-CRF-13).
 */
export const placeResults = (
  changes: readonly (ChartChange & Pick<ValueChange, 'source'>)[],
  results: readonly ChartResult[],
  sources: ValueSources,
): readonly ChartChange[] => {
  const byAnalyte = Map.groupBy(results, ({ analyte }) => analyte)
  const series = observedAnalytes.map(({ name, field, statistics }) => {
    const last = statistics.find(({ statistic }) => statistic === 'LAST')?.field ?? field
    return { field: last.name, statistics: statistics.map((one) => one.field.name), results: byAnalyte.get(name) ?? [] }
  })
  const takenDays = new Map(
    series.flatMap((one) => one.statistics.map((name) => [name, one.results.map(({ takenOn }) => takenOn)] as const)),
  )
  const isSummary = (field: FieldName, at: string): boolean => {
    const day = toItalianDay(at)
    const from = monthsBefore(day, statisticMonths)
    return (takenDays.get(field) ?? []).some((taken) => taken > from && taken <= day)
  }
  const isPresentReport = ({ field, at }: ChartChange): boolean => {
    const mark = sources[field]
    return mark !== undefined && mark.by !== 'computed' && mark.on === toItalianDay(at)
  }
  const recorded = changes.filter(
    (change) => change.source !== 'computed' && (!isSummary(change.field, change.at) || isPresentReport(change)),
  )
  const placed = series.flatMap((one) =>
    one.results.map(({ takenOn, comparator, standardValue }) => ({
      field: one.field,
      at: takenOn,
      new: standardValue,
      result: { comparator },
    })),
  )
  return [...recorded, ...placed]
}

/** The values of a record day by day, the oldest first. A reason of a missing value is no value (REQ-CRF-16). */
export const listDays = (changes: readonly ChartChange[]): readonly RecordDay[] => {
  const oldestFirst = changes.toSorted((one, other) => one.at.localeCompare(other.at))
  let record: PatientRecord = {}
  return [...Map.groupBy(oldestFirst, ({ at }) => toItalianDay(at))].map(([day, ofDay]) => {
    const values = ofDay.map(({ field, new: value }) => [field, parseMissingCell(value) === undefined ? value : null] as const)
    record = { ...record, ...Object.fromEntries(values) }
    return { day, record, changed: new Map(ofDay.map((change) => [change.field, change])) }
  })
}
