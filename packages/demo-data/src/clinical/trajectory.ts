import type { Day } from '../calendar.ts'
import type { DemoCentre, CentreCode } from '../centres.ts'
import type { Origin } from '../people/names.ts'
import type { Random, Weighted } from '../random.ts'
import type { Diagnosis } from './diagnosis.ts'
import type { Phenotype } from './phenotype.ts'
import { addYears, parseDay, yearsBetween } from '../calendar.ts'
import { sampleDiagnosis, sampleYearsToDiagnosis } from './diagnosis.ts'
import { sampleAge, isSickle, isTransfused, samplePhenotype } from './phenotype.ts'

export type Status = 'FOLLOWUP' | 'TRANSFERRED' | 'LOST' | 'DEAD'

/** The outline of one patient's life. Every section of the record follows from it. */
export type Trajectory = {
  readonly centre: DemoCentre
  readonly origin: Origin
  readonly sex: 'F' | 'M'
  readonly phenotype: Phenotype
  readonly diagnosis: Diagnosis
  readonly birth: Day
  readonly diagnosed: Day
  readonly inCareFrom: Day
  /** The day on which the centre registered the patient. */
  readonly registered: Day
  /** The last day with information; for the dead, the day of death. No clinical date is later. */
  readonly lastSeen: Day
  /** Years at `lastSeen`. */
  readonly age: number
  readonly status: Status
  /** Adherence to chelation, transfusions and visits, from 0 poor to 1 perfect. Poor adherence leads to iron and complications. */
  readonly discipline: number
}

const deathShare = (phenotype: Phenotype, age: number): number => {
  if (phenotype === 'CARRIER' || phenotype === 'UNK' || phenotype === 'CURED') return 0.004
  if (age < 18) return 0.008
  return isTransfused(phenotype) || isSickle(phenotype) ? 0.045 : 0.03
}

const sampleStatus = (random: Random, phenotype: Phenotype, age: number): Status => {
  if (random.chance(deathShare(phenotype, age))) return 'DEAD'
  return random.weighted<Status>([
    ['FOLLOWUP', 92],
    ['TRANSFERRED', 4.5],
    ['LOST', 3.5],
  ])
}

const daysSinceNews: Readonly<Record<Status, readonly [least: number, most: number]>> = {
  FOLLOWUP: [0, 150],
  TRANSFERRED: [200, 2000],
  LOST: [550, 2500],
  DEAD: [40, 2500],
}

const abroad: readonly Weighted<Origin>[] = [
  ['balkan', 36],
  ['southAsian', 24],
  ['northAfrican', 18],
  ['eastAsian', 16],
  ['latinAmerican', 6],
]
const sickleAbroad: readonly Weighted<Origin>[] = [
  ['westAfrican', 74],
  ['balkan', 12],
  ['latinAmerican', 8],
  ['northAfrican', 6],
]

const sampleOrigin = (random: Random, centre: CentreCode, sickle: boolean, child: boolean): Origin => {
  const island = centre === 'CA01' || centre === 'PA01'
  const share = sickle ? (island ? 0.2 : 0.68) : child ? 0.4 : island ? 0.01 : 0.06
  return random.chance(share) ? random.weighted(sickle ? sickleAbroad : abroad) : 'italian'
}

/** The registry is about eight years old. */
export const daysOfRegistry = 2900

const firstCentres = parseDay('1962-01-01')

/** Samples the trajectory of a patient as of `today`. */
export const sampleTrajectory = (random: Random, centre: DemoCentre, today: Day): Trajectory => {
  const phenotype = samplePhenotype(random, centre.code)
  const diagnosis = sampleDiagnosis(random, phenotype, centre.code)
  const age = sampleAge(random, phenotype)
  const status = sampleStatus(random, phenotype, age)
  const lastSeen = today - random.whole(...daysSinceNews[status])
  const birth = addYears(lastSeen, -age)
  const diagnosed = addYears(birth, sampleYearsToDiagnosis(random, phenotype, age))
  const moved = random.chance(0.3)
  const yearsToCentre = moved ? random.between(0, yearsBetween(diagnosed, lastSeen)) : random.between(0, 0.3)
  const inCareFrom = Math.min(Math.max(addYears(diagnosed, yearsToCentre), firstCentres), lastSeen)
  return {
    centre,
    phenotype,
    diagnosis,
    origin: sampleOrigin(random, centre.code, diagnosis.family === 'sickle', age < 18),
    sex: random.chance(0.505) ? 'F' : 'M',
    birth,
    diagnosed,
    inCareFrom,
    registered: random.whole(Math.max(today - daysOfRegistry, Math.min(inCareFrom, lastSeen - 40)), lastSeen - 30),
    lastSeen,
    age: yearsBetween(birth, lastSeen),
    status,
    discipline: 1 - random.between(0, 1) ** 1.8,
  }
}
