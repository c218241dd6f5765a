import type { Random, Weighted } from '../random.ts'
import type { Cure } from './cure.ts'
import type { Trajectory } from './trajectory.ts'
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

const sampleRegimen = (random: Random, trajectory: Trajectory): Regimen => {
  switch (trajectory.phenotype) {
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
const sampleUnits = (random: Random, regimen: Regimen, weight: number, sparing: number): number => {
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

const sampleType = (random: Random, regimen: Regimen): string => {
  if (regimen === 'EXCHANGE') return random.chance(0.72) ? 'AUTO_EX' : 'PARTIAL_EX'
  return 'SIMPLE'
}

const sampleStart = (random: Random, trajectory: Trajectory, regimen: Regimen): Day => {
  if (trajectory.phenotype === 'TDT' || trajectory.phenotype === 'CURED' || trajectory.phenotype === 'RA_TD') {
    return trajectory.diagnosed + random.whole(5, 420)
  }
  const span = trajectory.lastSeen - trajectory.diagnosed
  return trajectory.diagnosed + Math.floor(span * random.between(0.05, regimen === 'OCCASIONAL' ? 0.7 : 0.5))
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

const sampleImmunization = (random: Random, trajectory: Trajectory, regimen: Regimen): string => {
  if (regimen === 'NEVER') return 'NONE'
  const share = trajectory.diagnosis.family === 'sickle' ? 0.19 : trajectory.phenotype === 'NTDT' ? 0.16 : 0.12
  return random.chance(share) ? random.weighted(antibodies) : 'NONE'
}

/** Samples the transfusions. `sparing` is the share of the usual need that remains with luspatercept and splenectomy, or 1. */
export const sampleTransfusion = (
  random: Random,
  trajectory: Trajectory,
  cure: Cure | undefined,
  weight: number,
  sparing: number,
): Transfusion => {
  const regimen = sampleRegimen(random, trajectory)
  const immunization = sampleImmunization(random, trajectory, regimen)
  const common: Values = { TT: regimen, TT_ONGOING: false, IMMUNIZATION: immunization }
  if (regimen === 'NEVER') return { regimen, from: undefined, values: common }
  const latest = (cure?.day ?? trajectory.lastSeen) - 30
  const from = Math.max(Math.min(sampleStart(random, trajectory, regimen), latest), addYears(trajectory.birth, 0.1))
  const ongoing = regimen !== 'PAST' && trajectory.status !== 'DEAD'
  const values: Values = {
    ...common,
    TT_QTY: sampleUnits(random, regimen, weight, sparing),
    TT_TYPE: sampleType(random, regimen),
    TT_START: formatDay(from),
    TT_ONGOING: ongoing,
  }
  return { regimen, from, values }
}
