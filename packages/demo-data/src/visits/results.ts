import type { Trajectory } from '../clinical/trajectory.ts'
import type { Values } from '../clinical/values.ts'
import type { Random } from '../random.ts'
import type { IronTrajectory } from './measures.ts'
import type { Save, Visit } from './visit.ts'
import { addYears, formatInstant, parseDay, yearsBetween, type Day } from '../calendar.ts'
import { estimateFiltration } from '../clinical/kidney.ts'
import { analyteDigits, analytes, type Analyte } from '../clinical/laboratory.ts'
import { clamp, round } from '../random.ts'
import { readNumber, samplePastLaboratory, samplePastMri, samplePastStiffness, samplePastWeight } from './measures.ts'

/** A dated result in the unit of the dictionary. The centre sent it with the file of the next save. */
export type Result = { readonly analyte: string; readonly day: Day; readonly value: number; readonly recordedAt: string }
type Measured = Omit<Result, 'recordedAt'>

const yearsOfResults = 20
/** A year of results is older than the 12 months up to the newest result of the next one. */
const daysOfYear = 366
const daysBetweenResults = 91

/** The number of results of a year. The last year has four of each analyte. */
const resultsOfYear: Readonly<Record<Analyte, number>> = {
  HB: 2,
  FERRITIN: 4,
  ALT: 1,
  AST: 1,
  GGT: 1,
  BILIRUBIN: 1,
  CREATININE: 1,
  EGFR: 1,
  APP: 1,
}

/** Four results with the extremes, the last value and about the mean of the statistics, the oldest first. */
const listYear = (random: Random, values: Values, analyte: Analyte): readonly number[] => {
  const last = readNumber(values, `${analyte}_LAST`)
  const [mean, max, min] = [
    readNumber(values, `${analyte}_MEAN`),
    readNumber(values, `${analyte}_MAX`),
    readNumber(values, `${analyte}_MIN`),
  ]
  // A centre that fills in the last value only sends no results.
  if (last === undefined || mean === undefined || max === undefined || min === undefined) return []
  if (min === max) return [last]
  const extremes = [min, max].filter((value) => value !== last)
  const left = 3 - extremes.length
  const sum = [...extremes, last].reduce((total, value) => total + value, 0)
  const other = clamp(round((4 * mean - sum) / left, analyteDigits[analyte]), min, max)
  const before = [...extremes, ...Array.from({ length: left }, () => other)]
  const start = random.whole(0, before.length - 1)
  return [...before.slice(start), ...before.slice(0, start), last]
}

/**
 * The results of a year up to `newest`. The filtration follows from each creatinine (RULE-26); the last save has that of the last contact.
 */
const listLaboratory = (
  random: Random,
  trajectory: Trajectory,
  values: Values,
  age: number,
  newest: Day,
  isLast: boolean,
): readonly Measured[] => {
  // An infant's year of results would begin before the birth.
  if (age < 1) return []
  const days = [3, 2, 1].map((back) => newest - back * daysBetweenResults + random.whole(0, 20))
  const creatinines = listYear(random, values, 'CREATININE')
  return analytes.flatMap((analyte) => {
    const filtrations = () =>
      creatinines.map((creatinine) => round(estimateFiltration(creatinine, { ...trajectory, age: isLast ? trajectory.age : age }), 0))
    const year =
      analyte === 'CREATININE'
        ? creatinines
        : analyte === 'EGFR' && values.EGFR_MEAN !== undefined && creatinines.length > 0
          ? filtrations()
          : listYear(random, values, analyte)
    const dated = year.map((value, place) => ({ analyte, day: [...days, newest].at(place - year.length) ?? newest, value }))
    return isLast ? dated : dated.slice(-resultsOfYear[analyte])
  })
}

const mri = [
  ['LIC', 'LIC_LAST'],
  ['T2_HEART', 'T2_HEART_LAST'],
  ['T2_LIVER', 'T2_LIVER_LAST'],
] as const
const others = [
  ['WEIGHT', 'WEIGHT'],
  ['FIBR_STIFFNESS', 'FIBR_STIFFNESS'],
] as const

/** The other results of a visit. A record that repeats all values of its MRI has no new one. */
const listMeasures = (values: Values, day: Day, before: Values = {}): readonly Measured[] => {
  const hasNewMri = mri.some(([, field]) => values[field] !== before[field])
  return [...(hasNewMri ? mri : []), ...others].flatMap(([analyte, field]) => {
    const value = readNumber(values, field)
    return value === undefined ? [] : [{ analyte, day, value }]
  })
}

/** The first elastography and MRI of iron in Italian centres. */
const firstElastography = parseDay('2008-01-01')
const firstMri = parseDay('2003-01-01')

type Context = {
  readonly trajectory: Trajectory
  readonly now: Values
  readonly iron: IronTrajectory
  /** The visit of each save. */
  readonly visits: readonly Visit[]
  readonly saves: readonly Save[]
  /** The day of the newest result of the laboratory. */
  readonly newest: Day
}

/**
 * Samples 20 years of results, of which the last year gives the statistics of the record, and earlier years those of its saves. Iron rises
 * until the last change of the chelation, and falls since.
 */
export const sampleResults = (random: Random, { trajectory, now, iron, visits, saves, newest }: Context): readonly Result[] => {
  const first = visits[0]
  const last = visits.at(-1)
  if (!first || !last) return []
  const found: Measured[] = []
  let day = newest
  for (const [back, visit] of visits.toReversed().entries()) {
    const place = visits.length - 1 - back
    const values = saves[place]?.values ?? {}
    if (back > 0) day = Math.min(visit.day, day - daysOfYear)
    found.push(...listLaboratory(random, trajectory, values, visit.age, day, back === 0))
    found.push(...listMeasures(values, visit.day, saves[place - 1]?.values))
  }
  const soonest = Math.max(addYears(last.day, -yearsOfResults), trajectory.inCareFrom + daysOfYear, addYears(trajectory.birth, 2))
  for (day -= daysOfYear; day >= soonest; day -= daysOfYear) {
    const visit: Visit = { ...first, day, yearsAgo: yearsBetween(day, last.day), age: yearsBetween(trajectory.birth, day) }
    const values: Values = {
      ...samplePastWeight(random, now, visit),
      ...(day > firstMri && visit.age > 7 && random.chance(0.5) && samplePastMri(random, now, visit, iron)),
      ...(day > firstElastography && random.chance(0.3) && samplePastStiffness(random, now)),
    }
    found.push(...listLaboratory(random, trajectory, samplePastLaboratory(random, trajectory, now, visit, iron), visit.age, day, false))
    found.push(...listMeasures(values, day))
  }
  const sent = visits.map((visit, place) => ({ day: visit.day, at: saves[place]?.at }))
  return found.map((result) => ({
    ...result,
    recordedAt: sent.find((save) => save.day >= result.day)?.at ?? formatInstant(result.day, 0.25),
  }))
}
