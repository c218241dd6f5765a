import type { Random } from '../random.ts'
import type { Complications } from './complications.ts'
import type { Course } from './course.ts'
import type { Values } from './values.ts'
import { afterYears, isoDay } from '../calendar.ts'
import { clamp, rounded } from '../random.ts'

/** Reference density in g/cm² of young adults and its deviation at each site. */
const sites = {
  LOMBAR_SPINE: { density: 1.05, deviation: 0.11 },
  FEMORAL_NECK: { density: 0.86, deviation: 0.11 },
  TOTAL_HIP: { density: 0.95, deviation: 0.11 },
} as const

/** The border of osteoporosis (WHO); by RULE-29 flag and scores agree. */
const osteoporosis = -2.5

/** The worst T-score, nearly always that of the spine in thalassaemia. */
const worstScore = (random: Random, course: Course, complications: Complications): number => {
  if (complications.has('OSTEOPOROSIS')) return clamp(random.normal(-3, 0.4), -4.8, osteoporosis)
  const usual = course.phenotype === 'TDT' || course.phenotype === 'NTDT' ? -1.5 : -0.7
  return clamp(random.normal(usual, 0.7), -2.4, 1.5)
}

const siteValues = (site: keyof typeof sites, score: number, ageAtScan: number): Values => {
  const { density, deviation } = sites[site]
  const expected = -0.025 * Math.max(0, ageAtScan - 32)
  return {
    ...(ageAtScan >= 20.1 ? { [`DEXA_${site}_T`]: rounded(score, 1) } : {}),
    [`DEXA_${site}_Z`]: rounded(clamp(score - expected, -4.9, 3.9), 1),
    [`DEXA_${site}_BMD`]: rounded(density + deviation * score, 3),
  }
}

/** Bone density of the last scan; under twenty years only the Z-score is given. */
export const densitometryOf = (random: Random, course: Course, complications: Complications): Values => {
  const share = course.phenotype === 'TDT' ? 0.74 : course.phenotype === 'NTDT' ? 0.6 : 0.3
  const yearsAgo = random.between(0.05, 2.8)
  const ageAtScan = course.age - yearsAgo
  if (ageAtScan < 12 || !random.chance(share)) return {}
  const spine = worstScore(random, course, complications)
  const hip = clamp(spine + random.between(0.1, 1.2), -4.8, 2)
  return {
    DEXA_DATE: isoDay(afterYears(course.lastSeen, -yearsAgo)),
    ...siteValues('LOMBAR_SPINE', spine, ageAtScan),
    ...siteValues('FEMORAL_NECK', clamp(hip + random.between(-0.3, 0.2), spine, 2), ageAtScan),
    ...(random.chance(0.9) ? siteValues('TOTAL_HIP', hip, ageAtScan) : {}),
  }
}

/** Liver stiffness in kPa: 7 suggests fibrosis, 12.5 cirrhosis. */
export const stiffnessOf = (random: Random, { age, phenotype }: Course, complications: Complications): Values => {
  const watched = complications.has('LIVER_DISEASE') ? 0.8 : phenotype === 'TDT' ? 0.45 : 0.15
  if (age < 14 || !random.chance(watched)) return {}
  if (complications.has('LIVER_CIRRHOSIS')) return { FIBR_STIFFNESS: rounded(clamp(random.around(17, 0.25), 12.6, 34), 1) }
  const usual = complications.has('LIVER_DISEASE') ? 7.6 : 5.2
  return { FIBR_STIFFNESS: rounded(clamp(random.around(usual, 0.2), 2.7, 12.3), 1) }
}
