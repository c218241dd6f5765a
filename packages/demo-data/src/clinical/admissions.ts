import type { Random, Weighted } from '../random.ts'
import type { Complications } from './complications.ts'
import type { Trajectory } from './trajectory.ts'
import type { Values } from './values.ts'
import { isSickle } from './phenotype.ts'

/** Likely causes of admission with weights, as codes of the Italian 2007 edition of ICD-9-CM. */
const reasons = (trajectory: Trajectory, found: Complications): Weighted<string>[] => {
  const list: Weighted<string>[] = [
    ['780.6', 8],
    ['486', 7],
    ['995.91', 3],
    ['599.0', 5],
    ['V58.83', 8],
    ['008.8', 3],
  ]
  if (found.has('CHOLELITHIASIS')) list.push(['574.00', 9], ['574.20', 6], ['576.1', 2])
  if (found.has('ARRHYTHMIA')) list.push(['427.31', 16])
  if (found.has('CONGESTIVE_HEART_FAILURE')) list.push(['428.0', 30])
  if (found.has('CARDIOMIOPATHIES')) list.push(['425.8', 10])
  if (found.has('DIABETES')) list.push(['250.00', 7])
  if (found.has('LIVER_CIRRHOSIS')) list.push(['571.5', 14], ['572.3', 8])
  if (found.has('HCC')) list.push(['155.0', 40])
  if (found.has('OSTEOPOROSIS')) list.push(['733.13', 5])
  if (found.has('NEPHROLITHIASIS')) list.push(['788.0', 9], ['592.0', 6])
  if (found.has('THROMBOSIS')) list.push(['453.40', 10], ['415.19', 4])
  if (found.has('LEG_ULCERS')) list.push(['707.13', 8])
  if (isSickle(trajectory.phenotype)) list.push(...sickleReasons(trajectory, found))
  return list
}

const sickleReasons = ({ diagnosis }: Trajectory, found: Complications): Weighted<string>[] => {
  const crisis =
    diagnosis.id === 'SCD_SS' ? '282.62' : diagnosis.id === 'SCD_SC' ? '282.64' : diagnosis.id.startsWith('SCD_SB') ? '282.42' : '282.69'
  const list: Weighted<string>[] = []
  if (found.has('VOC')) list.push([crisis, 60])
  if (found.has('ACUTE_CHEST_SYNDROME')) list.push(['517.3', 18])
  if (found.has('OSTEONECROSIS')) list.push(['733.42', 10])
  if (found.has('PRIAPISM')) list.push(['607.3', 6])
  if (found.has('SPLENIC_SEQUESTRATION')) list.push(['289.52', 5])
  return list
}

const sampleNumber = (random: Random, trajectory: Trajectory, found: Complications): number => {
  const burden = Math.min(found.size, 6) * 0.025
  if (isSickle(trajectory.phenotype)) return random.chance(0.3 + burden) ? random.whole(1, found.has('VOC') ? 4 : 2) : 0
  return random.chance(0.09 + burden)
    ? random.weighted<number>([
        [1, 72],
        [2, 21],
        [3, 7],
      ])
    : 0
}

/** Samples the admissions of the last twelve months. Each has at least a day (RULE-30). */
export const sampleAdmissions = (random: Random, trajectory: Trajectory, found: Complications): Values => {
  const admissions = sampleNumber(random, trajectory, found)
  if (admissions === 0) return { HOSPEDALIZATIONS: 0, HOSPEDAL_DAYS: 0 }
  const days = Array.from({ length: admissions }, () => Math.ceil(random.around(4.5, 0.6))).reduce(
    (sum, stay) => sum + Math.min(stay, 24),
    0,
  )
  const weightedReasons = reasons(trajectory, found)
  const causes = new Set(Array.from({ length: admissions }, () => random.weighted(weightedReasons)))
  return { HOSPEDALIZATIONS: admissions, HOSPEDAL_DAYS: Math.max(days, admissions), HOSPEDAL_CAUSES: [...causes] }
}
