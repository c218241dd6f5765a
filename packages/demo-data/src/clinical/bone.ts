import type { Random } from '../random.ts'
import type { Complications } from './complications.ts'
import type { Trajectory } from './trajectory.ts'
import type { Values } from './values.ts'
import { addYears, formatDay } from '../calendar.ts'
import { clamp, round } from '../random.ts'

/** Mean and standard deviation of young adults' bone density at each site, in g/cm². */
const sites = {
  LOMBAR_SPINE: { density: 1.05, deviation: 0.11 },
  FEMORAL_NECK: { density: 0.86, deviation: 0.11 },
  TOTAL_HIP: { density: 0.95, deviation: 0.11 },
} as const

/** Highest T-score of osteoporosis (WHO). Flag and scores agree (RULE-29). */
const osteoporosis = -2.5

/** Samples the worst T-score, which in thalassaemia is usually that of the spine. */
const worstScore = (random: Random, trajectory: Trajectory, complications: Complications): number => {
  if (complications.has('OSTEOPOROSIS')) return clamp(random.normal(-3, 0.4), -4.8, osteoporosis)
  const usual = trajectory.phenotype === 'TDT' || trajectory.phenotype === 'NTDT' ? -1.5 : -0.7
  return clamp(random.normal(usual, 0.7), -2.4, 1.5)
}

const siteValues = (site: keyof typeof sites, score: number, ageAtScan: number): Values => {
  const { density, deviation } = sites[site]
  const expected = -0.025 * Math.max(0, ageAtScan - 32)
  return {
    ...(ageAtScan >= 20.1 ? { [`DEXA_${site}_T`]: round(score, 1) } : {}),
    [`DEXA_${site}_Z`]: round(clamp(score - expected, -4.9, 3.9), 1),
    [`DEXA_${site}_BMD`]: round(density + deviation * score, 3),
  }
}

/** Samples the last bone scan. Under about twenty years of age it has no T-score. */
export const sampleDensitometry = (random: Random, trajectory: Trajectory, complications: Complications): Values => {
  const share = trajectory.phenotype === 'TDT' ? 0.74 : trajectory.phenotype === 'NTDT' ? 0.6 : 0.3
  const yearsAgo = random.between(0.05, 2.8)
  const ageAtScan = trajectory.age - yearsAgo
  if (ageAtScan < 12 || !random.chance(share)) return {}
  const spine = worstScore(random, trajectory, complications)
  const hip = clamp(spine + random.between(0.1, 1.2), -4.8, 2)
  return {
    DEXA_DATE: formatDay(addYears(trajectory.lastSeen, -yearsAgo)),
    ...siteValues('LOMBAR_SPINE', spine, ageAtScan),
    ...siteValues('FEMORAL_NECK', clamp(hip + random.between(-0.3, 0.2), spine, 2), ageAtScan),
    ...(random.chance(0.9) ? siteValues('TOTAL_HIP', hip, ageAtScan) : {}),
  }
}

/** Samples the liver stiffness in kPa. From 7 it suggests fibrosis, from 12.5 cirrhosis. */
export const sampleStiffness = (random: Random, { age, phenotype }: Trajectory, complications: Complications): Values => {
  const watched = complications.has('LIVER_DISEASE') ? 0.8 : phenotype === 'TDT' ? 0.45 : 0.15
  if (age < 14 || !random.chance(watched)) return {}
  if (complications.has('LIVER_CIRRHOSIS')) return { FIBR_STIFFNESS: round(clamp(random.around(17, 0.25), 12.6, 34), 1) }
  const usual = complications.has('LIVER_DISEASE') ? 7.6 : 5.2
  return { FIBR_STIFFNESS: round(clamp(random.around(usual, 0.2), 2.7, 12.3), 1) }
}
