import type { Random, Weighted } from '../random.ts'
import type { Cure } from './cure.ts'
import type { Trajectory } from './trajectory.ts'
import type { Iron } from './iron.ts'
import type { Transfusion } from './transfusion.ts'
import type { Values } from './values.ts'
import { addYears, parseDay, formatDay, type Day } from '../calendar.ts'
import { clamp, round } from '../random.ts'
import { isSickle, isTransfused } from './phenotype.ts'

type Drug = 'DFO' | 'DFP' | 'DFX' | 'OTHER'
export type Regimen = 'NONE' | 'DFO' | 'DFP' | 'DFX_DT' | 'DFX_FCT' | 'DFO_DFP' | 'DFO_DFX' | 'DFP_DFX' | 'OTHER'

/** The drugs of each regimen, as in chelating_drug. Only these have doses (RULE-17). */
const components: Readonly<Record<Regimen, readonly Drug[]>> = {
  NONE: [],
  DFO: ['DFO'],
  DFP: ['DFP'],
  DFX_DT: ['DFX'],
  DFX_FCT: ['DFX'],
  DFO_DFP: ['DFO', 'DFP'],
  DFO_DFX: ['DFO', 'DFX'],
  DFP_DFX: ['DFP', 'DFX'],
  OTHER: ['OTHER'],
}

export const isRegimen = (id: string): id is Regimen => id in components

export const chelationDrugs = ['DFO', 'DFP', 'DFX'] as const

const noChelator = 0
type Shares = readonly Weighted<Regimen>[]
const forMajor: Shares = [
  ['DFX_FCT', 53],
  ['DFO_DFP', 10],
  ['DFP', 13],
  ['DFO', 9],
  ['DFP_DFX', 5],
  ['DFO_DFX', 4],
  ['DFX_DT', 2],
  ['OTHER', 1],
  ['NONE', 3],
]
const forSevereIron: Shares = [
  ['DFO_DFP', 44],
  ['DFP_DFX', 15],
  ['DFO_DFX', 11],
  ['DFP', 14],
  ['DFX_FCT', 12],
  ['DFO', 4],
]
const forIntermedia: Shares = [
  ['DFX_FCT', 52],
  ['DFO', 5],
  ['DFP', 4],
  ['NONE', 39],
]
const forExchange: Shares = [
  ['DFX_FCT', 42],
  ['DFX_DT', 2],
  ['DFP', 4],
  ['NONE', 52],
]
const forSickle: Shares = [
  ['DFX_FCT', 72],
  ['DFX_DT', 3],
  ['DFP', 6],
  ['DFO', 4],
  ['NONE', 15],
]
const afterCure: Shares = [
  ['OTHER', 30],
  ['DFX_FCT', 14],
  ['NONE', 56],
]
const none: Shares = [['NONE', 1]]

const chooseShares = ({ phenotype }: Trajectory, iron: Iron, transfusion: Transfusion): Shares => {
  if (phenotype === 'CURED') return iron.ferritin > 500 ? afterCure : none
  if (phenotype === 'SCD_CT') return transfusion.regimen === 'EXCHANGE' ? forExchange : forSickle
  if (isTransfused(phenotype)) return iron.heart < 14 || iron.liver > 15 ? forSevereIron : forMajor
  const overloaded = iron.liver > 4
  return phenotype === 'NTDT' || phenotype === 'RA_NTD' || isSickle(phenotype) ? (overloaded ? forIntermedia : none) : none
}

/** Gives regimens with deferasirox no weight under 72 mL/min, well above its contraindication at 60 (RULE-21). */
const excludeDeferasirox = (shares: Shares, filtration: number): Shares =>
  filtration > 72 ? shares : shares.map(([regimen, weight]) => [regimen, components[regimen].includes('DFX') ? noChelator : weight])

const sampleDose = (random: Random, drug: Drug, regimen: Regimen, trajectory: Trajectory): number | undefined => {
  switch (drug) {
    case 'DFO':
      return round(clamp(random.normal(38, 6), 22, 56), 0)
    case 'DFP':
      return round(clamp(random.normal(82, 7), 60, 99), 0)
    case 'DFX':
      if (regimen === 'DFX_DT') return round(clamp(random.normal(27, 4), 15, 38), 0)
      return round(clamp(random.normal(isTransfused(trajectory.phenotype) ? 18 : 10, 4), 7, 28), 0)
    case 'OTHER':
      return undefined
  }
}

const sampleDaysPerWeek = (random: Random, drug: Drug, combined: boolean): number => {
  if (drug !== 'DFO') return 7
  return combined ? random.whole(2, 5) : random.whole(5, 7)
}

/** Percent of the prescribed doses that the patient takes. The pump has the lowest adherence. */
const sampleAdherence = (random: Random, drug: Drug, discipline: number): number => {
  const usual = drug === 'DFO' ? 60 : drug === 'DFP' ? 66 : 72
  return round(clamp(usual + 34 * discipline + random.normal(0, 7), random.chance(0.02) ? 25 : 52, 100) / 5, 0) * 5
}

/** Samples dose, days a week and adherence of each drug of a regimen. */
export const sampleDoses = (random: Random, trajectory: Trajectory, regimen: Regimen): Values => {
  const values: Values = {}
  const drugs = components[regimen]
  for (const drug of drugs) {
    const dose = sampleDose(random, drug, regimen, trajectory)
    if (dose === undefined) continue
    values[`ICT_${drug}_DOSAGE`] = dose
    values[`ICT_${drug}_PRESCRIPTION`] = sampleDaysPerWeek(random, drug, drugs.length > 1)
    values[`ICT_${drug}_COMPLIANCE`] = sampleAdherence(random, drug, trajectory.discipline)
  }
  return values
}

const sampleModality = (random: Random, regimen: Regimen): string => {
  if (components[regimen].length > 1) return random.chance(0.66) ? 'COMBINED' : 'ALTERNATING'
  return regimen === 'DFO' && random.chance(0.06) ? 'CONTINUOUS_IV' : 'MONO'
}

const firstChelation = parseDay('1974-01-01')

/** Chelation starts after two years of age and after the first transfusion (RULE-20), usually after ten to twenty transfusions. */
const sampleStart = (random: Random, trajectory: Trajectory, transfusion: Transfusion, cure: Cure | undefined): Day | undefined => {
  const [soonest, latest] =
    isTransfused(trajectory.phenotype) || trajectory.phenotype === 'CURED' ? ([0.8, 3] as const) : ([6, 25] as const)
  const usual = addYears(transfusion.from ?? trajectory.diagnosed, random.between(soonest, latest))
  const day = Math.max(
    usual,
    addYears(trajectory.birth, 2.05),
    firstChelation,
    transfusion.from ?? 0,
    cure ? cure.day + 200 : firstChelation,
  )
  return day < trajectory.lastSeen - 30 ? day : undefined
}

export const sampleChelation = (
  random: Random,
  trajectory: Trajectory,
  { iron, transfusion, cure, filtration }: { iron: Iron; transfusion: Transfusion; cure: Cure | undefined; filtration: number },
): Values => {
  const from = sampleStart(random, trajectory, transfusion, trajectory.phenotype === 'CURED' ? cure : undefined)
  const regimen = from === undefined ? 'NONE' : random.weighted(excludeDeferasirox(chooseShares(trajectory, iron, transfusion), filtration))
  if (from === undefined || regimen === 'NONE') return { ICT_TYPE: 'NONE', ICT_ONGOING: false }
  const suspended = random.chance(0.03)
  return {
    ICT_TYPE: regimen,
    ICT_START: formatDay(from),
    ICT_ONGOING: !suspended && trajectory.status !== 'DEAD',
    ICT_IP: iron.heart < 10 || iron.liver > 15,
    ICT_MODALITY: suspended ? 'SUSPENDED' : sampleModality(random, regimen),
    ...sampleDoses(random, trajectory, regimen),
    ...(regimen === 'OTHER'
      ? { ICT_OTHER_PRODUCT: trajectory.phenotype === 'CURED' ? 'PHLEBOTOMY' : random.pick(['TRIAL', 'AMLODIPINE']) }
      : {}),
  }
}
