import type { Random } from '../random.ts'
import type { Complications } from './complications.ts'
import type { Trajectory } from './trajectory.ts'
import type { Iron } from './iron.ts'
import type { Values } from './values.ts'
import { clamp, round } from '../random.ts'
import { isSickle, isTransfused } from './phenotype.ts'
import { estimateFiltration } from './kidney.ts'

export const analytes = ['HB', 'FERRITIN', 'ALT', 'AST', 'GGT', 'BILIRUBIN', 'CREATININE', 'EGFR', 'APP'] as const
export type Analyte = (typeof analytes)[number]

/** Results of the last twelve months in order of time. */
type Results = readonly number[]

const usualHaemoglobin = (random: Random, trajectory: Trajectory): number => {
  const { phenotype, diagnosis, sex } = trajectory
  const man = sex === 'M' ? 0.3 : 0
  switch (phenotype) {
    case 'TDT':
      return clamp(random.normal(9.5, 0.42), 8.2, 11)
    case 'NTDT':
      return clamp(random.normal(diagnosis.family === 'alpha' ? 9.4 : 8.8, 0.9) + man, 6.8, 11.8)
    case 'SCD_CT':
      return clamp(random.normal(9.1, 0.6), 7.5, 11)
    case 'SCD_NCT':
      return clamp(random.normal(diagnosis.id === 'SCD_SC' || diagnosis.id === 'SCD_SBP' ? 10.3 : 8.7, 0.75) + man, 6.8, 12.8)
    case 'RA_TD':
      return clamp(random.normal(9.2, 0.6), 7.8, 11)
    case 'RA_NTD':
      return clamp(random.normal(10.4, 1.2) + man, 7.4, 13.6)
    case 'CURED':
      return clamp(random.normal(12.6, 0.9) + man, 10.4, 14.6)
    case 'CARRIER':
      return clamp(random.normal(11.6, 0.8) + 3 * man, 9.8, 14)
    case 'UNK':
      return clamp(random.normal(9.8, 1), 7.4, 12.4)
  }
}

const liverFactor = (complications: Complications): number => {
  if (complications.has('LIVER_CIRRHOSIS')) return 2.1
  return complications.has('LIVER_DISEASE') ? 1.6 : 1
}

const usualBilirubin = (random: Random, trajectory: Trajectory): number => {
  if (trajectory.phenotype === 'CURED') return random.around(0.7, 0.3)
  if (trajectory.phenotype === 'CARRIER') return random.around(0.9, 0.3)
  return random.around(isSickle(trajectory.phenotype) ? 2.3 : isTransfused(trajectory.phenotype) ? 1.7 : 2.5, 0.45)
}

const series = (random: Random, count: number, usual: number, variation: number, min: number, max: number): Results =>
  Array.from({ length: count }, () => clamp(usual * (1 + random.normal(0, variation)), min, max))

export const analyteDigits: Readonly<Record<Analyte, number>> = {
  HB: 1,
  FERRITIN: 0,
  ALT: 0,
  AST: 0,
  GGT: 0,
  BILIRUBIN: 2,
  CREATININE: 2,
  EGFR: 0,
  APP: 0,
}

const computeMedian = (sorted: Results): number => {
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

/** Computes the six fields of an analyte from one series of results, so that they agree (RULE-24, RULE-25). */
const statistics = (analyte: Analyte, results: Results): Values => {
  const places = analyteDigits[analyte]
  const exact = results.map((result) => round(result, places))
  const sorted = exact.toSorted((left, right) => left - right)
  const last = exact.at(-1)
  const [min, max] = [sorted[0], sorted.at(-1)]
  if (last === undefined || min === undefined || max === undefined) return {}
  const mean = exact.reduce((sum, result) => sum + result, 0) / exact.length
  return {
    [analyte]: last,
    [`${analyte}_LAST`]: last,
    [`${analyte}_MEAN`]: clamp(round(mean, places + 1), min, max),
    [`${analyte}_MEDIAN`]: clamp(round(computeMedian(sorted), places + 1), min, max),
    [`${analyte}_MAX`]: max,
    [`${analyte}_MIN`]: min,
  }
}

const timesAYear = (random: Random, { phenotype }: Trajectory): number => {
  if (isTransfused(phenotype)) return random.whole(7, 13)
  return phenotype === 'CARRIER' || phenotype === 'UNK' ? random.whole(1, 2) : random.whole(2, 5)
}

/** The requirements do not define APP. The demo takes it as prothrombin activity in percent, measured in liver disease only. */
const prothrombinActivity = (random: Random, complications: Complications): Results | undefined => {
  if (!complications.has('LIVER_DISEASE') || !random.chance(0.6)) return undefined
  return series(random, 3, random.normal(complications.has('LIVER_CIRRHOSIS') ? 66 : 90, 7), 0.05, 30, 120)
}

const adultAge = 18

/** A child's filtration is omitted if the patient may be an adult today. The rules then apply the adults' formula. */
const mayBeAdultNow = ({ age, status }: Trajectory): boolean =>
  age < adultAge && status !== 'DEAD' && age > adultAge - (status === 'FOLLOWUP' ? 0.5 : 7)

/** Samples the laboratory values. `creatinine` is the usual level; each result gives one filtration (RULE-26). */
export const sampleLaboratory = (
  random: Random,
  trajectory: Trajectory,
  iron: Iron,
  complications: Complications,
  creatinine: number,
): Values => {
  const manyResults = timesAYear(random, trajectory)
  const fewResults = Math.max(1, Math.round(manyResults / 3))
  const liver = liverFactor(complications)
  const alt = random.around(22 * liver, 0.42)
  const creatinines = series(random, fewResults + 1, creatinine, 0.05, 0.2, 4).map((result) => round(result, 2))
  const activity = prothrombinActivity(random, complications)
  return {
    ...statistics('HB', series(random, manyResults, usualHaemoglobin(random, trajectory), 0.045, 5, 16)),
    ...statistics('FERRITIN', series(random, Math.max(2, Math.round(manyResults / 2)), iron.ferritin, 0.16, 11, 9900)),
    ...statistics('ALT', series(random, fewResults + 2, alt, 0.22, 6, 290)),
    ...statistics(
      'AST',
      series(random, fewResults + 2, alt * random.between(0.8, isSickle(trajectory.phenotype) ? 1.9 : 1.2), 0.2, 7, 280),
    ),
    ...statistics('GGT', series(random, fewResults, random.around(19 * liver, 0.5), 0.14, 4, 290)),
    ...statistics('BILIRUBIN', series(random, fewResults + 1, usualBilirubin(random, trajectory), 0.15, 0.25, 9.5)),
    ...statistics('CREATININE', creatinines),
    ...(mayBeAdultNow(trajectory)
      ? {}
      : statistics(
          'EGFR',
          creatinines.map((result) => estimateFiltration(result, trajectory)),
        )),
    ...(activity ? statistics('APP', activity) : {}),
  }
}
