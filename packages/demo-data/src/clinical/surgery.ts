import type { Day } from '../calendar.ts'
import type { Random } from '../random.ts'
import type { Complications } from './complications.ts'
import type { Trajectory } from './trajectory.ts'
import type { Values } from './values.ts'
import { addYears, parseDay, formatDay } from '../calendar.ts'

/** Splenectomy was frequent until the nineties and is rare today. */
const splenectomyShare = ({ phenotype, birth, age, diagnosis }: Trajectory): number => {
  if (age < 5) return 0
  const bornBefore = (iso: string) => birth < parseDay(iso)
  if (phenotype === 'TDT') return bornBefore('1975-01-01') ? 0.68 : bornBefore('1988-01-01') ? 0.42 : 0.05
  if (phenotype === 'NTDT') return diagnosis.family === 'alpha' ? 0.12 : bornBefore('1985-01-01') ? 0.46 : 0.12
  if (diagnosis.family === 'sickle') return 0.12
  if (phenotype === 'RA_NTD') return diagnosis.id === 'HS' ? 0.34 : 0.12
  return phenotype === 'RA_TD' ? 0.12 : phenotype === 'CURED' ? 0.06 : 0
}

const spleenEnlargedShare = ({ phenotype, diagnosis }: Trajectory): number => {
  if (phenotype === 'NTDT') return 0.62
  if (phenotype === 'TDT') return 0.26
  if (phenotype === 'RA_NTD') return 0.4
  return diagnosis.family === 'sickle' ? 0.14 : 0.04
}

const operationDay = (random: Random, trajectory: Trajectory, youngest: number, oldest: number): Day | undefined => {
  const to = Math.min(oldest, trajectory.age - 0.2)
  return to > youngest ? addYears(trajectory.birth, random.between(youngest, to)) : undefined
}

const spleen = (random: Random, trajectory: Trajectory): Values => {
  const removed = random.chance(splenectomyShare(trajectory)) ? operationDay(random, trajectory, 4, 26) : undefined
  if (removed === undefined) return { SPLENECTOMY: false, SPLENOMEGALY: random.chance(spleenEnlargedShare(trajectory)) }
  return { SPLENECTOMY: true, SPLENOMEGALY: false, ...(random.chance(0.86) ? { SPLENECTOMY_DATE: formatDay(removed) } : {}) }
}

const gallBladder = (random: Random, trajectory: Trajectory, complications: Complications): Values => {
  const removed = complications.has('CHOLELITHIASIS') && random.chance(0.52) ? operationDay(random, trajectory, 8, 60) : undefined
  if (removed === undefined) return { CHOLECISTECTOMY: false }
  return { CHOLECISTECTOMY: true, ...(random.chance(0.84) ? { CHOLECISTECTOMY_DATE: formatDay(removed) } : {}) }
}

/** Samples state and removal of spleen and gall bladder (RULE-04, RULE-06). */
export const sampleSurgery = (random: Random, trajectory: Trajectory, complications: Complications): Values => ({
  ...spleen(random, trajectory),
  ...gallBladder(random, trajectory, complications),
})
