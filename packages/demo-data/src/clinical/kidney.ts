import type { Random } from '../random.ts'
import type { Complications } from './complications.ts'
import type { Trajectory } from './trajectory.ts'
import { clamp } from '../random.ts'

/** Samples the usual creatinine in mg/dL: low in lean, anaemic people, high in chronic kidney disease. */
export const sampleCreatinine = (random: Random, { age, sex, diagnosis }: Trajectory, complications: Complications): number => {
  if (complications.has('CHRONIC_KIDNEY_DISEASE'))
    return clamp(random.normal(sex === 'F' ? 1.38 : 1.7, 0.2), sex === 'F' ? 1.15 : 1.45, 2.4)
  if (age < 18) return clamp(random.around(0.27 + age * 0.021, 0.13), 0.21, 0.85)
  const level = (sex === 'F' ? 0.63 : 0.78) * (diagnosis.family === 'sickle' ? 0.92 : 1) * (1 + clamp(age - 45, 0, 40) * 0.004)
  return clamp(random.around(level, 0.13), 0.35, sex === 'F' ? 0.98 : 1.2)
}

/** CKD-EPI 2021 without race, in mL/min/1.73 m², from creatinine in mg/dL (Inker et al., N Engl J Med 2021). */
const adultFiltration = (creatinine: number, age: number, sex: 'F' | 'M'): number => {
  const [kappa, alpha, factor] = sex === 'F' ? [0.7, -0.241, 1.012] : [0.9, -0.302, 1]
  const ratio = creatinine / kappa
  return 142 * Math.min(ratio, 1) ** alpha * Math.max(ratio, 1) ** -1.2 * 0.9938 ** age * factor
}

/** Bedside Schwartz formula, in mL/min/1.73 m², with the typical height in cm of the age. */
const childFiltration = (creatinine: number, age: number): number => (0.413 * (74 + Math.min(age, 15) * 6)) / creatinine

/** Returns the estimated filtration in mL/min/1.73 m², from 8 to 185 as laboratories report it. */
export const estimateFiltration = (creatinine: number, { age, sex }: Trajectory): number =>
  clamp(age < 18 ? childFiltration(creatinine, age) : adultFiltration(creatinine, age, sex), 8, 185)
