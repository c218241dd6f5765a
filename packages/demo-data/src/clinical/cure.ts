import { type Day, addYears, parseDay, formatDay } from '../calendar.ts'
import type { Random, Weighted } from '../random.ts'
import type { Trajectory } from './trajectory.ts'
import type { Values } from './values.ts'

const unrelatedRegistries = parseDay('1990-01-01')
const haploidenticalEra = parseDay('2000-01-01')
const haploidenticalByCyclophosphamide = parseDay('2010-01-01')
/** First transplant of cord blood, on 6 October 1988 (Gluckman et al., N Engl J Med 1989). */
const firstCordBlood = parseDay('1988-10-06')
const cordBloodBanks = parseDay('1995-01-01')
const mobilisedBlood = parseDay('1994-01-01')

const haploidentical = 'Donatore aploidentico'

const donorsOn = (day: Day): readonly Weighted<string>[] => [
  ['Fratello HLA identico', 40],
  ['Sorella HLA identica', 40],
  ['Donatore non familiare 10/10', day < unrelatedRegistries ? 0 : day < haploidenticalEra ? 6 : 22],
  [haploidentical, day < haploidenticalEra ? 1 : day < haploidenticalByCyclophosphamide ? 6 : 22],
]

const sourcesOn = (day: Day, donor: string): readonly Weighted<string>[] => [
  ['midollo', 66],
  ['sangue periferico', day < mobilisedBlood ? 0 : 22],
  ['sangue cordonale', day < firstCordBlood || donor === haploidentical ? 0 : day < cordBloodBanks ? 3 : 12],
]

/** Samples donor and source of a transplant among those in use on that day, as an Italian note. */
const sampleGraft = (random: Random, day: Day): string => {
  const donor = random.weighted(donorsOn(day))
  return `${donor}, ${random.weighted(sourcesOn(day, donor))}`
}

/** Enrolment periods of the European trials (ClinicalTrials.gov), and the licence of exagamglogene autotemcel (EMA, 9 February 2024). */
const protocols = [
  { name: 'TIGET-BTHAL', families: ['beta'], from: parseDay('2015-05-06'), to: parseDay('2019-12-31') },
  { name: 'NORTHSTAR-3 (beti-cel)', families: ['beta'], from: parseDay('2017-06-08'), to: parseDay('2021-08-31') },
  { name: 'CLIMB-111 (exa-cel)', families: ['beta'], from: parseDay('2018-09-14'), to: parseDay('2024-02-08') },
  { name: 'CLIMB-121 (exa-cel)', families: ['sickle'], from: parseDay('2018-11-27'), to: parseDay('2024-02-08') },
  { name: 'Casgevy (exa-cel)', families: ['beta', 'sickle'], from: parseDay('2024-02-09'), to: parseDay('9999-12-31') },
] as const

type Family = (typeof protocols)[number]['families'][number]

const listProtocols = (family: Family) => protocols.filter(({ families }) => families.some((each) => each === family))

/** Returns the first day of a protocol for this family. */
const firstGeneTherapy = (family: Family): Day => Math.min(...listProtocols(family).map(({ from }) => from))

const listProtocolNames = (family: Family, day: Day): readonly string[] =>
  listProtocols(family)
    .filter(({ from, to }) => from <= day && day <= to)
    .map(({ name }) => name)

const firstTransplants = parseDay('1983-01-01')

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
