import type { MedicalFieldName } from '@registry/domain/fields/dictionary'
import type { Trajectory } from '../clinical/trajectory.ts'
import type { Values } from '../clinical/values.ts'
import type { Random } from '../random.ts'
import type { Visit } from './visit.ts'
import { interpolateWeight } from '../clinical/body.ts'
import { estimateFiltration } from '../clinical/kidney.ts'
import { analytes, analyteDigits, type Analyte } from '../clinical/laboratory.ts'
import { isTransfused } from '../clinical/phenotype.ts'
import { clamp, round } from '../random.ts'

/** Trend of the iron of a patient: the yearly decrease of its logarithm since the last change of the chelation, which was some years ago. */
export type IronTrajectory = { readonly liver: number; readonly heart: number; readonly changedYearsAgo: number }

/** The logarithm of the iron some years ago. Before the last change of the chelation it grew, more slowly than it falls since. */
const findIronChange = (rate: number, yearsAgo: number, { changedYearsAgo }: IronTrajectory): number =>
  rate * (Math.min(yearsAgo, changedYearsAgo) - 0.6 * Math.max(0, yearsAgo - changedYearsAgo))

/** Better chelation has lowered the iron of most transfused patients, and slowly that of the heart. */
export const sampleIronTrajectory = (random: Random, { phenotype }: Trajectory): Omit<IronTrajectory, 'changedYearsAgo'> => ({
  liver: isTransfused(phenotype) ? random.normal(0.09, 0.08) : random.normal(0.02, 0.05),
  heart: random.between(0.04, 0.1),
})

type Range = readonly [min: number, max: number]

/** The least and the greatest value of each analyte that a visit can have. */
const ranges: Readonly<Record<Analyte, Range>> = {
  HB: [5, 16],
  FERRITIN: [11, 9900],
  ALT: [6, 290],
  AST: [7, 280],
  GGT: [4, 290],
  BILIRUBIN: [0.25, 9.5],
  CREATININE: [0.2, 4],
  EGFR: [8, 185],
  APP: [30, 120],
}
const statistics = ['', '_LAST', '_MEAN', '_MEDIAN', '_MAX', '_MIN'] as const

export const readNumber = (values: Values, name: MedicalFieldName): number | undefined => {
  const value = values[name]
  return typeof value === 'number' ? value : undefined
}

/** All values of an analyte times one factor, which keeps their order (RULE-24, RULE-25). */
const scaleAnalyte = (values: Values, analyte: Analyte, factor: number): Values => {
  const [least, most] = ranges[analyte]
  const numbers = statistics.flatMap((one) => readNumber(values, `${analyte}${one}`) ?? [])
  if (numbers.length === 0) return {}
  const limited = clamp(factor, least / Math.min(...numbers), most / Math.max(...numbers))
  const digits = analyteDigits[analyte]
  const scale = (value: number): number => round(value * limited, digits)
  const [lowest, highest] = [scale(Math.min(...numbers)), scale(Math.max(...numbers))]
  return Object.fromEntries(
    statistics.flatMap((one) => {
      const value = readNumber(values, `${analyte}${one}`)
      if (value === undefined) return []
      const isAverage = one === '_MEAN' || one === '_MEDIAN'
      return [[`${analyte}${one}`, isAverage ? clamp(round(value * limited, digits + 1), lowest, highest) : scale(value)]]
    }),
  )
}

/** The filtration of each creatinine: the greatest belongs to the least creatinine (RULE-26). */
const creatinineOfFiltration = { '': '', _LAST: '_LAST', _MEAN: '_MEAN', _MEDIAN: '_MEDIAN', _MAX: '_MIN', _MIN: '_MAX' } as const

const filtrationOf = (values: Values, trajectory: Trajectory, age: number): Values => {
  const found = statistics.flatMap((one) => {
    const creatinine = readNumber(values, `CREATININE${creatinineOfFiltration[one]}`)
    if (values[`EGFR${one}`] === undefined || creatinine === undefined) return []
    return [[`EGFR${one}`, round(estimateFiltration(creatinine, { ...trajectory, age }), 0)] as const]
  })
  return Object.fromEntries(found)
}

/** A child's creatinine grows with the muscles. */
const creatinineOfAge = (age: number): number => 0.27 + Math.min(age, 18) * 0.021

const findUsualChange = (analyte: Analyte, visit: Visit, iron: IronTrajectory): number => {
  if (analyte === 'FERRITIN') return Math.exp(findIronChange(iron.liver, visit.yearsAgo, iron))
  if (analyte !== 'CREATININE') return 1
  const decline = visit.complications.has('CHRONIC_KIDNEY_DISEASE') ? Math.exp(-0.03 * visit.yearsAgo) : 1
  return (decline * creatinineOfAge(visit.age)) / creatinineOfAge(visit.ageNow)
}

/** Variation of an analyte from year to year, as the deviation of its logarithm. */
const spreads: Readonly<Record<Analyte, number>> = {
  HB: 0.025,
  FERRITIN: 0.16,
  ALT: 0.2,
  AST: 0.2,
  GGT: 0.15,
  BILIRUBIN: 0.12,
  CREATININE: 0.04,
  EGFR: 0.04,
  APP: 0.05,
}

export const samplePastLaboratory = (random: Random, trajectory: Trajectory, now: Values, visit: Visit, iron: IronTrajectory): Values => {
  const values = analytes.reduce<Values>(
    (all, analyte) => ({
      ...all,
      ...scaleAnalyte(now, analyte, findUsualChange(analyte, visit, iron) * random.around(1, spreads[analyte])),
    }),
    {},
  )
  return { ...values, ...filtrationOf(values, trajectory, visit.age) }
}

/** The MRI of the visit. At 1.5 T the T2* of the liver follows from its iron (RULE-27). */
export const samplePastMri = (random: Random, now: Values, { yearsAgo }: Visit, iron: IronTrajectory): Values => {
  const [liver, liverT2, heart] = [readNumber(now, 'LIC_LAST'), readNumber(now, 'T2_LIVER_LAST'), readNumber(now, 'T2_HEART_LAST')]
  if (liver === undefined) return {}
  const then = round(clamp(liver * Math.exp(findIronChange(iron.liver, yearsAgo, iron)) * random.around(1, 0.1), 0.9, 27), 1)
  const affected = heart !== undefined && heart < 20
  const heartChange = affected ? Math.exp(-findIronChange(iron.heart, yearsAgo, iron)) : 1
  return {
    LIC_LAST: then,
    ...(liverT2 !== undefined && { T2_LIVER_LAST: round(clamp(liverT2 * (liver / then) ** (1 / 1.014), 0.8, 39.5), 1) }),
    ...(heart !== undefined && { T2_HEART_LAST: round(clamp(heart * heartChange * random.around(1, affected ? 0.04 : 0.05), 4.5, 49), 1) }),
  }
}

/** The weight of the visit: that of a child follows the age. */
export const samplePastWeight = (random: Random, now: Values, { age, ageNow }: Visit): Values => {
  const weight = readNumber(now, 'WEIGHT')
  if (weight === undefined) return {}
  const growth = interpolateWeight(age) / interpolateWeight(ageNow)
  return { WEIGHT: round(clamp(weight * growth * (age < 18 ? 1 : random.around(1, 0.015)), 4, 112), 1) }
}

/** The elastography of the visit. */
export const samplePastStiffness = (random: Random, now: Values): Values => {
  const stiffness = readNumber(now, 'FIBR_STIFFNESS')
  return stiffness === undefined ? {} : { FIBR_STIFFNESS: round(clamp(stiffness * random.around(1, 0.07), 2.7, 34), 1) }
}
