import type { Random } from '../random.ts'
import type { Trajectory } from './trajectory.ts'
import type { Iron } from './iron.ts'
import type { Values } from './values.ts'
import { complications } from '@registry/domain/fields/sections/complications'
import { parseDay } from '../calendar.ts'
import { clamp } from '../random.ts'
import { isSickle } from './phenotype.ts'

export type Flag = Exclude<keyof typeof complications, 'COMPLICATIONS_NUM'>
/** The 33 flags of the dictionary. */
export const complicationFlags = Object.keys(complications).filter((name): name is Flag => name !== 'COMPLICATIONS_NUM')

/** No patient has the complication before age `from`. By age `full` the share `peak` of patients has it. Ages are in years. */
type Growth = readonly [from: number, full: number, peak: number]
type Growths = { readonly [flag in Flag]?: Growth }

/** Transfusion-dependent thalassaemia: consequences of anaemia, transfusions and iron. */
const major: Growths = {
  CARDIOMIOPATHIES: [15, 60, 0.14],
  CHRONIC_KIDNEY_DISEASE: [30, 70, 0.08],
  LIVER_DISEASE: [12, 55, 0.34],
  THROMBOSIS: [15, 60, 0.06],
  HEART_FAILURE: [18, 60, 0.1],
  SKELETAL_PROBLEMS: [8, 55, 0.34],
  EYE_PROBLEMS: [10, 60, 0.14],
  DENTAL_PROBLEMS: [6, 50, 0.14],
  STROKE: [25, 65, 0.02],
  OSTEONECROSIS: [20, 60, 0.02],
  LEG_ULCERS: [20, 60, 0.03],
  HYPOTHYROIDISM: [10, 50, 0.24],
  HYPOPARATHYROIDISM: [12, 50, 0.09],
  DIABETES: [12, 58, 0.16],
  HYPOGANADISM: [13, 48, 0.31],
  HYPOCORTISOLISM: [12, 50, 0.04],
  OSTEOPOROSIS: [17, 54, 0.56],
  NEPHROLITHIASIS: [15, 60, 0.18],
  PULMONARY_HYPERTENSION: [18, 65, 0.05],
  CHOLELITHIASIS: [6, 50, 0.36],
  ARRHYTHMIA: [18, 65, 0.2],
  HBV: [5, 50, 0.09],
}
/** Non-transfusion-dependent thalassaemia: more problems of bones, spleen and vessels, fewer of the endocrine glands. */
const intermedia: Growths = {
  CARDIOMIOPATHIES: [25, 75, 0.07],
  CHRONIC_KIDNEY_DISEASE: [35, 80, 0.1],
  LIVER_DISEASE: [20, 70, 0.22],
  THROMBOSIS: [18, 65, 0.16],
  HEART_FAILURE: [30, 80, 0.1],
  SKELETAL_PROBLEMS: [6, 50, 0.4],
  EYE_PROBLEMS: [20, 75, 0.12],
  DENTAL_PROBLEMS: [6, 50, 0.18],
  STROKE: [25, 75, 0.04],
  OSTEONECROSIS: [25, 70, 0.02],
  LEG_ULCERS: [18, 60, 0.13],
  HYPOTHYROIDISM: [15, 65, 0.11],
  HYPOPARATHYROIDISM: [20, 70, 0.02],
  DIABETES: [25, 75, 0.07],
  HYPOGANADISM: [15, 60, 0.09],
  HYPOCORTISOLISM: [20, 70, 0.01],
  OSTEOPOROSIS: [20, 65, 0.36],
  NEPHROLITHIASIS: [18, 70, 0.12],
  PULMONARY_HYPERTENSION: [22, 75, 0.17],
  CHOLELITHIASIS: [6, 50, 0.55],
  ARRHYTHMIA: [30, 80, 0.2],
  HBV: [10, 60, 0.05],
}
const sickle: Growths = {
  CARDIOMIOPATHIES: [15, 60, 0.08],
  CHRONIC_KIDNEY_DISEASE: [18, 60, 0.16],
  LIVER_DISEASE: [15, 60, 0.12],
  THROMBOSIS: [15, 55, 0.12],
  HEART_FAILURE: [20, 65, 0.07],
  SKELETAL_PROBLEMS: [8, 50, 0.24],
  EYE_PROBLEMS: [8, 45, 0.26],
  DENTAL_PROBLEMS: [6, 50, 0.06],
  SPLENIC_SEQUESTRATION: [0.5, 8, 0.17],
  ACUTE_CHEST_SYNDROME: [1, 30, 0.4],
  STROKE: [2, 45, 0.13],
  VOC: [0.6, 12, 0.86],
  OSTEONECROSIS: [8, 45, 0.26],
  LEG_ULCERS: [15, 50, 0.1],
  PRIAPISM: [6, 35, 0.2],
  HYPOTHYROIDISM: [15, 60, 0.05],
  DIABETES: [20, 65, 0.04],
  HYPOGANADISM: [15, 55, 0.04],
  OSTEOPOROSIS: [18, 60, 0.22],
  NEPHROLITHIASIS: [15, 60, 0.05],
  PULMONARY_HYPERTENSION: [15, 60, 0.13],
  CHOLELITHIASIS: [4, 30, 0.52],
  ARRHYTHMIA: [20, 70, 0.08],
  HBV: [5, 50, 0.05],
}
const others: Growths = {
  CHRONIC_KIDNEY_DISEASE: [40, 80, 0.07],
  LIVER_DISEASE: [20, 75, 0.1],
  THROMBOSIS: [25, 80, 0.05],
  HEART_FAILURE: [40, 85, 0.08],
  SKELETAL_PROBLEMS: [10, 70, 0.1],
  EYE_PROBLEMS: [20, 80, 0.08],
  HYPOTHYROIDISM: [15, 70, 0.1],
  DIABETES: [25, 80, 0.08],
  HYPOGANADISM: [14, 60, 0.04],
  OSTEOPOROSIS: [30, 75, 0.24],
  NEPHROLITHIASIS: [20, 70, 0.06],
  PULMONARY_HYPERTENSION: [25, 80, 0.04],
  CHOLELITHIASIS: [8, 55, 0.32],
  ARRHYTHMIA: [35, 85, 0.12],
  HBV: [10, 60, 0.03],
}
/** Carriers and undiagnosed people have few complications. */
const mild: Growths = {
  CHOLELITHIASIS: [25, 75, 0.12],
  HYPOTHYROIDISM: [20, 75, 0.06],
  DIABETES: [35, 80, 0.07],
  OSTEOPOROSIS: [45, 80, 0.15],
}

/** Conditioning with busulfan often damages the gonads. */
const cured: Growths = { ...others, HYPOGANADISM: [12, 24, 0.34], HYPOTHYROIDISM: [10, 45, 0.12] }

const chooseGrowths = ({ phenotype, diagnosis }: Trajectory): Growths => {
  if (phenotype === 'TDT') return major
  if (phenotype === 'NTDT') return intermedia
  if (isSickle(phenotype)) return sickle
  if (phenotype === 'CARRIER' || phenotype === 'UNK') return mild
  if (phenotype !== 'CURED') return others
  return diagnosis.family !== 'sickle' ? cured : { ...cured, VOC: [1, 10, 0.7], STROKE: [3, 30, 0.15] }
}

const shareAt = ([from, full, peak]: Growth, age: number) => peak * clamp((age - from) / (full - from), 0, 1)

/** Complications that iron causes. Poor discipline makes them more frequent. */
const fromIron = new Set<Flag>([
  'CARDIOMIOPATHIES',
  'LIVER_DISEASE',
  'HEART_FAILURE',
  'HYPOTHYROIDISM',
  'HYPOPARATHYROIDISM',
  'DIABETES',
  'HYPOGANADISM',
  'ARRHYTHMIA',
])

/** Blood donations are screened for the hepatitis C virus from this day on. */
const hepatitisCScreening = parseDay('1991-01-01')

const hepatitisCShare = ({ birth, phenotype, age }: Trajectory): number => {
  if (birth > hepatitisCScreening) return age > 1 ? 0.01 : 0
  if (phenotype === 'TDT' || phenotype === 'RA_TD') return 0.52
  return phenotype === 'CARRIER' || phenotype === 'UNK' ? 0.01 : 0.18
}

const sampleFlags = (random: Random, trajectory: Trajectory, iron: Iron): Set<Flag> => {
  const growths = chooseGrowths(trajectory)
  const neglect = clamp(1.5 - 0.8 * trajectory.discipline, 0.6, 1.5)
  const found = new Set<Flag>()
  for (const flag of complicationFlags) {
    const growth = growths[flag]
    if (growth && random.chance(shareAt(growth, trajectory.age) * (fromIron.has(flag) ? neglect : 1))) found.add(flag)
  }
  if (iron.heart < 10 && random.chance(0.45)) found.add('CARDIOMIOPATHIES')
  if (random.chance(hepatitisCShare(trajectory))) found.add('HCV')
  return found
}

/** Some complications imply or exclude others (RULE-07, RULE-09). */
const applyImplications = (random: Random, trajectory: Trajectory, found: Set<Flag>): void => {
  if (trajectory.sex !== 'M') found.delete('PRIAPISM')
  if (found.has('HCV') && random.chance(0.3)) found.add('LIVER_DISEASE')
  if (found.has('LIVER_DISEASE') && trajectory.age > 30 && random.chance(0.16)) found.add('LIVER_CIRRHOSIS')
  if (found.has('LIVER_CIRRHOSIS') && trajectory.age > 38 && random.chance(0.22)) found.add('HCC')
  if (found.has('HEART_FAILURE') && random.chance(0.3)) found.add('CONGESTIVE_HEART_FAILURE')
}

/** Samples the complications of a patient. `sampleSurgery` samples those of spleen and gall bladder. */
export const sampleComplications = (random: Random, trajectory: Trajectory, iron: Iron): ReadonlySet<Flag> => {
  const found = sampleFlags(random, trajectory, iron)
  applyImplications(random, trajectory, found)
  return found
}

export type Complications = ReadonlySet<Flag>

/** Returns every flag as true or false, as if the centre had checked all of them. */
export const complicationValues = (found: Complications): Values =>
  Object.fromEntries(complicationFlags.map((flag) => [flag, found.has(flag)]))
