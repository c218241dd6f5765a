import type { Random } from '../random.ts'
import type { Trajectory } from './trajectory.ts'
import { clamp, round } from '../random.ts'

/** Median weight in kg for each year of age from 0 to 17, slightly under the general population's. */
const childWeights = [6.5, 9, 11.5, 13.5, 15.5, 17.5, 19.5, 21.5, 24, 27, 30, 33.5, 37.5, 42, 46.5, 50, 53, 55] as const

/** The usual weight in kg at an age between two birthdays; constant for adults. */
export const interpolateWeight = (age: number): number => {
  const year = Math.floor(age)
  const [from, to] = [childWeights[year], childWeights[year + 1]].map((weight) => weight ?? childWeights[17])
  return from === undefined || to === undefined ? childWeights[17] : from + (to - from) * (age - year)
}

/** Samples the weight in kg. Adults with thalassaemia are lighter than their peers. */
export const sampleWeight = (random: Random, { age, sex, phenotype }: Trajectory): number => {
  const childWeight = childWeights[Math.floor(age)]
  if (childWeight !== undefined) return round(clamp(random.around(childWeight, 0.13), 4, 95), 1)
  const lighter = phenotype === 'TDT' || phenotype === 'NTDT' ? 0.93 : 1
  return round(clamp(random.around((sex === 'F' ? 58 : 70) * lighter, 0.14), 36, 112), 1)
}

const bloodGroups = [
  ['O_POS', 40],
  ['A_POS', 36],
  ['B_POS', 8],
  ['AB_POS', 3],
  ['O_NEG', 6],
  ['A_NEG', 5],
  ['B_NEG', 1.5],
  ['AB_NEG', 0.5],
] as const

export const sampleBloodGroup = (random: Random): string => random.weighted<string>(bloodGroups)
