import type { Day } from '../calendar.ts'
import type { Random } from '../random.ts'
import type { Trajectory } from './trajectory.ts'
import type { Values } from './values.ts'
import { addYears, parseDay, formatDay } from '../calendar.ts'
import { firstGeneTherapy, listProtocolNames } from './gene-therapy-protocols.ts'
import { sampleGraft } from './graft.ts'

const firstTransplants = parseDay('1983-01-01')

/** An attempt to cure. */
export type Cure = { readonly kind: 'transplant' | 'gene therapy'; readonly day: Day; readonly worked: boolean; readonly values: Values }

const transplant = (random: Random, day: Day, worked: boolean): Cure => ({
  kind: 'transplant',
  day,
  worked,
  values: {
    BMT: true,
    BMT_DATE: formatDay(day),
    BMT_NOTE: `${sampleGraft(random, day)}, ${worked ? 'attecchimento stabile' : 'rigetto con ricostituzione autologa'}`,
    GT: false,
  },
})

const geneTherapy = (random: Random, day: Day, worked: boolean, family: 'beta' | 'sickle'): Cure => ({
  kind: 'gene therapy',
  day,
  worked,
  values: {
    GT: true,
    GT_START: formatDay(day),
    GT_PROTOCOL: random.pick(listProtocolNames(family, day)),
    GT_OUTCOME: worked ? (family === 'sickle' ? 'VOC_FREE' : 'TI') : 'TR',
    GT_CONDITIONING: 'Busulfano mieloablativo',
    ...(random.chance(0.4) ? { GT_NOTE: 'Follow-up a lungo termine secondo protocollo' } : {}),
    BMT: false,
  },
})

const lastMonths = 240

/** Transplants take place in childhood, gene therapy from twelve years of age. */
const dayOfCure = (random: Random, trajectory: Trajectory, kind: Cure['kind'], family: 'beta' | 'sickle'): Day | undefined => {
  const [earliest, youngest, oldest] =
    kind === 'transplant' ? ([firstTransplants, 2, 17] as const) : ([firstGeneTherapy(family), 12, 40] as const)
  const from = Math.max(earliest, addYears(trajectory.birth, youngest), trajectory.diagnosed + 100)
  const to = Math.min(addYears(trajectory.birth, oldest), trajectory.lastSeen - lastMonths)
  return from < to ? random.whole(from, to) : undefined
}

/** Samples the cure of a CURED patient, or rarely a failed attempt of another. */
export const sampleCure = (random: Random, trajectory: Trajectory): Cure | undefined => {
  const { phenotype, diagnosis } = trajectory
  const cured = phenotype === 'CURED'
  const tried = cured || ((phenotype === 'TDT' || phenotype === 'SCD_CT') && random.chance(0.015))
  const { family } = diagnosis
  if (!tried || (family !== 'beta' && family !== 'sickle')) return undefined
  const preferred = random.chance(0.16) ? 'gene therapy' : 'transplant'
  const other = preferred === 'transplant' ? 'gene therapy' : 'transplant'
  for (const kind of [preferred, other] as const) {
    const day = dayOfCure(random, trajectory, kind, family)
    if (day === undefined) continue
    return kind === 'transplant' ? transplant(random, day, cured) : geneTherapy(random, day, cured, family)
  }
  return undefined
}
