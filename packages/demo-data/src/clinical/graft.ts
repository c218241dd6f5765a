import type { Day } from '../calendar.ts'
import type { Random, Weighted } from '../random.ts'
import { dayOf } from '../calendar.ts'

const unrelatedRegistries = dayOf('1990-01-01')
const haploidenticalEra = dayOf('2000-01-01')
const haploidenticalByCyclophosphamide = dayOf('2010-01-01')
/** Gluckman et al., N Engl J Med 1989: the first transplant of cord blood, on 6 October 1988. */
const firstCordBlood = dayOf('1988-10-06')
const cordBloodBanks = dayOf('1995-01-01')
const mobilisedBlood = dayOf('1994-01-01')

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

/** Donor and source of a transplant, as medicine had them on that day. */
export const graftOn = (random: Random, day: Day): string => {
  const donor = random.weighted(donorsOn(day))
  return `${donor}, ${random.weighted(sourcesOn(day, donor))}`
}
