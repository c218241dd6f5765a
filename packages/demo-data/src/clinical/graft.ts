import type { Day } from '../calendar.ts'
import type { Random, Weighted } from '../random.ts'
import { parseDay } from '../calendar.ts'

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
export const sampleGraft = (random: Random, day: Day): string => {
  const donor = random.weighted(donorsOn(day))
  return `${donor}, ${random.weighted(sourcesOn(day, donor))}`
}
