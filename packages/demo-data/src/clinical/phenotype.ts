import type { CentreCode } from '../centres.ts'
import type { Random, Weighted } from '../random.ts'
import { clamp } from '../random.ts'

/** Clinical phenotypes, as in svc_fenotype. */
export type Phenotype = 'TDT' | 'NTDT' | 'SCD_CT' | 'SCD_NCT' | 'RA_TD' | 'RA_NTD' | 'CURED' | 'CARRIER' | 'UNK'

/** Weights of the phenotypes at each centre. Sickle cell disease is more frequent in Palermo and in the northern cities. */
const mixes: Readonly<Record<CentreCode, readonly Weighted<Phenotype>[]>> = {
  RM01: [
    ['TDT', 50],
    ['NTDT', 16],
    ['SCD_CT', 6],
    ['SCD_NCT', 14],
    ['RA_TD', 2],
    ['RA_NTD', 4],
    ['CURED', 5],
    ['CARRIER', 2],
    ['UNK', 1],
  ],
  MI01: [
    ['TDT', 44],
    ['NTDT', 19],
    ['SCD_CT', 6],
    ['SCD_NCT', 16],
    ['RA_TD', 4],
    ['RA_NTD', 6],
    ['CURED', 3],
    ['CARRIER', 1],
    ['UNK', 1],
  ],
  CA01: [
    ['TDT', 68],
    ['NTDT', 21],
    ['SCD_CT', 0.5],
    ['SCD_NCT', 1.5],
    ['RA_TD', 1],
    ['RA_NTD', 2],
    ['CURED', 5],
    ['CARRIER', 1],
  ],
  PA01: [
    ['TDT', 52],
    ['NTDT', 14],
    ['SCD_CT', 9],
    ['SCD_NCT', 18],
    ['RA_TD', 1],
    ['RA_NTD', 2],
    ['CURED', 3],
    ['CARRIER', 1],
  ],
  TO01: [
    ['TDT', 52],
    ['NTDT', 15],
    ['SCD_CT', 6],
    ['SCD_NCT', 14],
    ['RA_TD', 3],
    ['RA_NTD', 5],
    ['CURED', 3],
    ['CARRIER', 1],
    ['UNK', 1],
  ],
  FE01: [
    ['TDT', 70],
    ['NTDT', 14],
    ['SCD_CT', 3],
    ['SCD_NCT', 6],
    ['RA_TD', 1],
    ['RA_NTD', 2],
    ['CURED', 3],
    ['CARRIER', 1],
  ],
}

export const samplePhenotype = (random: Random, centre: CentreCode): Phenotype => random.weighted(mixes[centre])

/** Share of children, then mean, deviation and maximum of the adults' age in years. Prevention since the seventies explains the few children with TDT. */
const ages: Readonly<Record<Phenotype, { children: number; mean: number; deviation: number; oldest: number }>> = {
  TDT: { children: 0.1, mean: 42, deviation: 9, oldest: 74 },
  NTDT: { children: 0.07, mean: 46, deviation: 14, oldest: 88 },
  SCD_CT: { children: 0.4, mean: 34, deviation: 12, oldest: 70 },
  SCD_NCT: { children: 0.36, mean: 37, deviation: 14, oldest: 80 },
  RA_TD: { children: 0.35, mean: 33, deviation: 15, oldest: 75 },
  RA_NTD: { children: 0.3, mean: 38, deviation: 17, oldest: 84 },
  CURED: { children: 0.22, mean: 31, deviation: 9, oldest: 50 },
  CARRIER: { children: 0.1, mean: 41, deviation: 14, oldest: 80 },
  UNK: { children: 0.6, mean: 35, deviation: 14, oldest: 70 },
}

/** Samples an age in years, from seven months on, when these diseases appear. */
export const sampleAge = (random: Random, phenotype: Phenotype): number => {
  const { children, mean, deviation, oldest } = ages[phenotype]
  const youngest = phenotype === 'CURED' ? 5 : 0.6
  if (random.chance(children)) return random.between(youngest, 18)
  return clamp(random.normal(mean, deviation), 18 + random.between(0, 6), oldest)
}

export const isSickle = (phenotype: Phenotype): boolean => phenotype === 'SCD_CT' || phenotype === 'SCD_NCT'
export const isTransfused = (phenotype: Phenotype): boolean => phenotype === 'TDT' || phenotype === 'SCD_CT' || phenotype === 'RA_TD'
