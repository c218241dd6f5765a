import type { Random, Weighted } from '../random.ts'
import type { Cure } from './cure.ts'
import type { Course } from './course.ts'
import type { Values } from './values.ts'
import { addYears, formatDay, type Day } from '../calendar.ts'
import { clamp, round } from '../random.ts'

export type Regimen = 'NEVER' | 'PAST' | 'OCCASIONAL' | 'REGULAR' | 'EXCHANGE'
export type Transfusion = { readonly regimen: Regimen; readonly from: Day | undefined; readonly values: Values }

const sometimes: readonly Weighted<Regimen>[] = [
  ['NEVER', 26],
  ['PAST', 28],
  ['OCCASIONAL', 46],
]

const drawRegimen = (random: Random, course: Course): Regimen => {
  switch (course.phenotype) {
    case 'TDT':
    case 'RA_TD':
      return 'REGULAR'
    case 'SCD_CT':
      return random.chance(0.62) ? 'EXCHANGE' : 'REGULAR'
    case 'NTDT':
      return random.weighted(sometimes)
    case 'SCD_NCT':
      return random.weighted<Regimen>([
        ['NEVER', 22],
        ['PAST', 34],
        ['OCCASIONAL', 44],
      ])
    case 'RA_NTD':
      return random.weighted<Regimen>([
        ['NEVER', 50],
        ['PAST', 25],
        ['OCCASIONAL', 25],
      ])
    case 'CURED':
      return 'PAST'
    case 'CARRIER':
    case 'UNK':
      return 'NEVER'
  }
}

/**
 * Units a year. A unit of red cells has about 200 mg of iron. The usual intake in thalassaemia major, 0.34 mg/kg/d, is then 0.62 units
 * a year per kg. A regular programme has 6 to 60 units a year (RULE-15).
 */
const drawUnits = (random: Random, regimen: Regimen, weight: number, sparing: number): number => {
  switch (regimen) {
    case 'NEVER':
    case 'PAST':
      return 0
    case 'OCCASIONAL':
      return random.whole(1, 5)
    case 'REGULAR':
      return round(clamp(weight * random.normal(0.6, 0.09) * sparing, 7, 56), 0)
    case 'EXCHANGE':
      return round(clamp(weight * random.normal(0.7, 0.12), 16, 58), 0)
  }
}

const drawType = (random: Random, regimen: Regimen): string => {
  if (regimen === 'EXCHANGE') return random.chance(0.72) ? 'AUTO_EX' : 'PARTIAL_EX'
  return 'SIMPLE'
}

const drawStart = (random: Random, course: Course, regimen: Regimen): Day => {
  if (course.phenotype === 'TDT' || course.phenotype === 'CURED' || course.phenotype === 'RA_TD') {
    return course.diagnosed + random.whole(5, 420)
  }
  const span = course.lastSeen - course.diagnosed
  return course.diagnosed + Math.floor(span * random.between(0.05, regimen === 'OCCASIONAL' ? 0.7 : 0.5))
}

const antibodies: readonly Weighted<string>[] = [
  ['RH', 26],
  ['KELL', 24],
  ['RH_KELL', 16],
  ['OTHER_ALLO', 14],
  ['MULTIPLE', 12],
  ['AUTO', 5],
  ['ALLO_AUTO', 3],
]

const drawImmunization = (random: Random, course: Course, regimen: Regimen): string => {
  if (regimen === 'NEVER') return 'NONE'
  const share = course.diagnosis.family === 'sickle' ? 0.19 : course.phenotype === 'NTDT' ? 0.16 : 0.12
  return random.chance(share) ? random.weighted(antibodies) : 'NONE'
}

/** Draws the transfusions. `sparing` is the share of the usual need that luspatercept and splenectomy leave, or 1. */
export const drawTransfusion = (random: Random, course: Course, cure: Cure | undefined, weight: number, sparing: number): Transfusion => {
  const regimen = drawRegimen(random, course)
  const immunization = drawImmunization(random, course, regimen)
  const common: Values = { TT: regimen, TT_ONGOING: false, IMMUNIZATION: immunization }
  if (regimen === 'NEVER') return { regimen, from: undefined, values: common }
  const latest = (cure?.day ?? course.lastSeen) - 30
  const from = Math.max(Math.min(drawStart(random, course, regimen), latest), addYears(course.birth, 0.1))
  const ongoing = regimen !== 'PAST' && course.status !== 'DEAD'
  const values: Values = {
    ...common,
    TT_QTY: drawUnits(random, regimen, weight, sparing),
    TT_TYPE: drawType(random, regimen),
    TT_START: formatDay(from),
    TT_ONGOING: ongoing,
  }
  return { regimen, from, values }
}
