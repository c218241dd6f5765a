import type { Random } from '../random.ts'
import type { Trajectory } from './trajectory.ts'
import type { Values } from './values.ts'
import { clamp, round } from '../random.ts'
import type { Phenotype } from './phenotype.ts'

/** Iron of the body: `liver` in mg/g dry weight, `heart` as T2* in ms, `ferritin` as usual level in ng/mL. */
export type Iron = { readonly liver: number; readonly heart: number; readonly ferritin: number }

/** Median liver iron with average discipline, and ferritin per mg/g of liver iron. In NTDT ferritin is low for the liver iron. */
const loads: Readonly<Record<Phenotype, { liver: number; ferritinPerLiver: number }>> = {
  TDT: { liver: 4.7, ferritinPerLiver: 225 },
  NTDT: { liver: 4.4, ferritinPerLiver: 112 },
  SCD_CT: { liver: 5, ferritinPerLiver: 250 },
  SCD_NCT: { liver: 1.9, ferritinPerLiver: 150 },
  RA_TD: { liver: 5.5, ferritinPerLiver: 225 },
  RA_NTD: { liver: 2.6, ferritinPerLiver: 140 },
  CURED: { liver: 2.6, ferritinPerLiver: 240 },
  CARRIER: { liver: 1.1, ferritinPerLiver: 80 },
  UNK: { liver: 1.3, ferritinPerLiver: 90 },
}

/** Poor chelation affects the heart after the liver. In NTDT and sickle cell disease the heart is rarely affected. */
const sampleHeart = (random: Random, { phenotype, age, discipline }: Trajectory): number => {
  const exposed = phenotype === 'TDT' || phenotype === 'RA_TD'
  const risk = exposed ? (age < 10 ? 0.01 : 0.04 + 0.26 * (1 - discipline)) : 0.008
  if (!random.chance(risk)) return clamp(random.normal(36, 6.5), 20.3, 49)
  return random.chance(0.28) ? clamp(random.normal(8, 1.5), 4.5, 9.9) : clamp(random.normal(15.5, 2.8), 10, 20)
}

export const sampleIron = (random: Random, trajectory: Trajectory): Iron => {
  const { liver: median, ferritinPerLiver } = loads[trajectory.phenotype]
  const neglect = Math.exp(1.5 * (0.62 - trajectory.discipline))
  const young = trajectory.age < 4 ? 0.5 : 1
  const liver = clamp(random.around(median * neglect * young, 0.5), 0.85, 28)
  const ferritin = clamp(random.around(ferritinPerLiver * liver ** 0.98, 0.38), 18, 8500)
  return { liver, heart: sampleHeart(random, trajectory), ferritin }
}

/** Samples MRI values, rare under seven years. At 1.5 T, LIC = 31.94 x T2*^-1.014 (RULE-27). */
export const sampleMri = (random: Random, { age, phenotype }: Trajectory, { liver, heart }: Iron): Values => {
  const usual = phenotype === 'TDT' || phenotype === 'NTDT' || phenotype === 'RA_TD' || phenotype === 'SCD_CT'
  const share = age < 7 ? 0.05 : usual ? 0.86 : 0.3
  if (!random.chance(share)) return {}
  const liverT2 = (31.94 / liver) ** (1 / 1.014) * random.around(1, 0.1)
  return {
    LIC_LAST: round(liver, 1),
    T2_LIVER_LAST: round(clamp(liverT2, 0.8, 39.5), 1),
    ...(random.chance(0.95) ? { T2_HEART_LAST: round(heart, 1) } : {}),
  }
}
