import type { CentreCode } from '../centres.ts'
import type { Random, Weighted } from '../random.ts'
import type { Phenotype } from './phenotype.ts'

/** Families of specific_diagnosis and svc_genotype, which must agree (RULE-11). */
type Family = 'beta' | 'alpha' | 'sickle' | 'rare' | 'carrier' | 'none'

export type Diagnosis = { readonly id: string; readonly family: Family; readonly genotype: string }

const row = (weight: number, id: string, family: Family, genotype: string): Weighted<Diagnosis> => [{ id, family, genotype }, weight]

/** In Sardinia nine of ten thalassaemia alleles are β⁰39, so most patients with thalassaemia major are β⁰/β⁰. */
const sardinianMajor = [
  row(84, 'BTM', 'beta', 'B0_B0'),
  row(9, 'BTM', 'beta', 'B0_BP'),
  row(4, 'BTM', 'beta', 'DB_B0'),
  row(3, 'BTI', 'beta', 'B0_B0'),
]
const major = [
  row(36, 'BTM', 'beta', 'B0_B0'),
  row(32, 'BTM', 'beta', 'B0_BP'),
  row(17, 'BTM', 'beta', 'BP_BP'),
  row(3, 'BTM', 'beta', 'NOT_DONE'),
  row(4, 'BTI', 'beta', 'BP_BP'),
  row(3, 'LEPORE_BT', 'beta', 'LEP_B0'),
  row(1.5, 'LEPORE_BT', 'beta', 'LEP_BP'),
  row(2, 'HBE_BT', 'beta', 'HBE_B0'),
  row(1, 'BT_NOS', 'beta', 'B0_B0'),
]
const sardinianIntermedia = [
  row(22, 'BTI', 'beta', 'B0_BPP'),
  row(12, 'BTI', 'beta', 'BTHAL_AAA'),
  row(8, 'BTI', 'beta', 'B0_B0'),
  row(8, 'DBT', 'beta', 'DB_B0'),
  row(4, 'HPFH_BT', 'beta', 'HPFH_B0'),
  row(34, 'HBH', 'alpha', 'A_HBH_DEL'),
  row(12, 'HBH', 'alpha', 'A_HBH_ND'),
]
const intermedia = [
  row(24, 'BTI', 'beta', 'B0_BPP'),
  row(18, 'BTI', 'beta', 'BP_BPP'),
  row(12, 'BTI', 'beta', 'BP_BP'),
  row(12, 'BTI', 'beta', 'BTHAL_AAA'),
  row(7, 'DBT', 'beta', 'DB_B0'),
  row(3, 'DBT', 'beta', 'DB_BP'),
  row(3, 'BT_DOM', 'beta', 'BDOM'),
  row(4, 'HBE_BT', 'beta', 'HBE_BP'),
  row(2, 'HBC_BT', 'beta', 'HBC_BP'),
  row(2, 'HPFH_BT', 'beta', 'HPFH_B0'),
  row(10, 'HBH', 'alpha', 'A_HBH_DEL'),
  row(3, 'HBH', 'alpha', 'A_HBH_ND'),
]
const sicilianSickle = [
  row(24, 'SCD_SS', 'sickle', 'S_S'),
  row(36, 'SCD_SB0', 'sickle', 'S_B0'),
  row(34, 'SCD_SBP', 'sickle', 'S_BP'),
  row(2, 'SCD_SLEPORE', 'sickle', 'S_LEP'),
  row(4, 'SCD_SC', 'sickle', 'S_C'),
]
const sickle = [
  row(54, 'SCD_SS', 'sickle', 'S_S'),
  row(14, 'SCD_SB0', 'sickle', 'S_B0'),
  row(12, 'SCD_SBP', 'sickle', 'S_BP'),
  row(15, 'SCD_SC', 'sickle', 'S_C'),
  row(1.5, 'SCD_SD', 'sickle', 'S_D'),
  row(1, 'SCD_SE', 'sickle', 'S_E'),
  row(1, 'SCD_SLEPORE', 'sickle', 'S_LEP'),
  row(1, 'SCD_SHPFH', 'sickle', 'S_HPFH'),
]
const rareTransfused = [
  row(38, 'DBA', 'rare', 'NON_GLOBIN'),
  row(20, 'CDA2', 'rare', 'NON_GLOBIN'),
  row(10, 'CDA1', 'rare', 'NON_GLOBIN'),
  row(18, 'PKD', 'rare', 'NON_GLOBIN'),
  row(14, 'SIDERO', 'rare', 'NON_GLOBIN'),
]
const rareUntransfused = [
  row(38, 'HS', 'rare', 'NON_GLOBIN'),
  row(16, 'PKD', 'rare', 'NON_GLOBIN'),
  row(12, 'CDA2', 'rare', 'NON_GLOBIN'),
  row(10, 'G6PD', 'rare', 'NON_GLOBIN'),
  row(8, 'HST', 'rare', 'NON_GLOBIN'),
  row(8, 'HE', 'rare', 'NON_GLOBIN'),
  row(8, 'RARE_OTHER', 'rare', 'NON_GLOBIN'),
]
const carriers = [
  row(40, 'BT_MINOR', 'carrier', 'B0_B'),
  row(25, 'BT_MINOR', 'carrier', 'BP_B'),
  row(20, 'SCT', 'carrier', 'S_A'),
  row(15, 'AT_MINOR', 'carrier', 'A_2DEL_TRANS'),
]
const curable = [...major.slice(0, 3), row(16, 'SCD_SS', 'sickle', 'S_S'), row(6, 'SCD_SB0', 'sickle', 'S_B0')]

const chooseDiagnoses = (phenotype: Phenotype, centre: CentreCode): readonly Weighted<Diagnosis>[] => {
  const sardinian = centre === 'CA01'
  switch (phenotype) {
    case 'TDT':
      return sardinian ? sardinianMajor : major
    case 'NTDT':
      return sardinian ? sardinianIntermedia : intermedia
    case 'SCD_CT':
    case 'SCD_NCT':
      return centre === 'PA01' || sardinian ? sicilianSickle : sickle
    case 'RA_TD':
      return rareTransfused
    case 'RA_NTD':
      return rareUntransfused
    case 'CURED':
      return sardinian ? sardinianMajor.slice(0, 2) : curable
    case 'CARRIER':
      return carriers
    case 'UNK':
      return [row(1, 'UNDIAGNOSED', 'none', 'NOT_DONE')]
  }
}

export const sampleDiagnosis = (random: Random, phenotype: Phenotype, centre: CentreCode): Diagnosis =>
  random.weighted(chooseDiagnoses(phenotype, centre))

/** Samples a second diagnosis, such as the G6PD deficiency that is frequent in Sardinia. */
export const sampleSecondDiagnosis = (random: Random, { family }: Diagnosis, centre: CentreCode): string | undefined => {
  if (family !== 'beta' && family !== 'sickle') return undefined
  if (random.chance(centre === 'CA01' ? 0.12 : 0.04)) return 'G6PD'
  return random.chance(0.04) ? 'AT_MINOR' : undefined
}

/** Median age at diagnosis in years, and its log-normal spread. */
const ageAtDiagnosis: Readonly<Record<Phenotype, readonly [median: number, spread: number]>> = {
  TDT: [0.9, 0.5],
  NTDT: [5, 0.9],
  SCD_CT: [1.5, 0.9],
  SCD_NCT: [2.5, 1.1],
  RA_TD: [0.8, 0.8],
  RA_NTD: [7, 1],
  CURED: [0.8, 0.5],
  CARRIER: [18, 0.5],
  UNK: [15, 0.5],
}

/** Samples the age at diagnosis in years. Most patients with sickle cell disease under fifteen years had newborn screening. */
export const sampleYearsToDiagnosis = (random: Random, phenotype: Phenotype, age: number): number => {
  const screened = age < 15 && (phenotype === 'SCD_CT' || phenotype === 'SCD_NCT') && random.chance(0.6)
  const [median, spread] = ageAtDiagnosis[phenotype]
  const years = screened ? random.between(0.02, 0.12) : random.around(median, spread)
  return Math.min(years, age * 0.8, 55)
}
