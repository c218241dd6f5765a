import type { MedicalFieldName } from '@registry/domain/fields/dictionary'
import type { Random } from '../random.ts'
import type { Trajectory } from './trajectory.ts'
import type { Values } from './values.ts'
import { complicationFlags } from './complications.ts'
import { analytes, type Analyte } from './laboratory.ts'

/** Fields that no rule requires. Each has a factor for the centre's usual share of gaps. */
const optional: readonly (readonly [field: MedicalFieldName, factor: number])[] = [
  ['WEIGHT', 0.6],
  ['BLOOD_GROUP', 0.4],
  ['DOD', 0.9],
  ['GENOTYPE', 1],
  ['TT_QTY', 0.8],
  ['TT_TYPE', 0.5],
  ['TT_START', 1],
  ['IMMUNIZATION', 0.7],
  ['ICT_START', 1.2],
  ['ICT_IP', 1.5],
  ['ICT_MODALITY', 0.8],
  ['ICT_DFO_COMPLIANCE', 1.5],
  ['ICT_DFP_COMPLIANCE', 1.5],
  ['ICT_DFX_COMPLIANCE', 1.5],
  ['ICT_DFO_PRESCRIPTION', 0.8],
  ['ICT_DFP_PRESCRIPTION', 0.8],
  ['ICT_DFX_PRESCRIPTION', 0.8],
  ['HOSPEDAL_CAUSES', 1],
  ['COVID_SOURCE', 1.5],
  ['COVID_DETECTION', 0.8],
  ['COVID_DISASE_DAYS', 1],
]

/** Factor for the share of gaps of each analyte. */
const unmeasured: Readonly<Record<Analyte, number>> = {
  HB: 0.1,
  FERRITIN: 0.2,
  ALT: 0.3,
  AST: 0.6,
  GGT: 1,
  BILIRUBIN: 0.8,
  CREATININE: 0.4,
  EGFR: 1.4,
  APP: 1,
}

const statistics = ['_MEAN', '_MEDIAN', '_MAX', '_MIN'] as const
const results = ['', '_LAST', ...statistics] as const

type Gaps = Set<MedicalFieldName>

/** Statistics need a last value (RULE-25), so an analyte is empty or loses only its statistics. */
const skipAnalytes = (random: Random, gap: number, gaps: Gaps): void => {
  const onlyLast = random.chance(gap * 0.5)
  for (const analyte of analytes) {
    const absent = random.chance(gap * unmeasured[analyte])
    for (const result of absent ? results : onlyLast ? statistics : []) gaps.add(`${analyte}${result}` as const)
  }
}

/** An unchecked flag is empty and not false. A true flag is never removed. */
const skipComplications = (random: Random, values: Values, gap: number, gaps: Gaps): void => {
  const noneChecked = random.chance(gap * 0.2)
  for (const flag of complicationFlags) {
    if (values[flag] === false && (noneChecked || random.chance(gap * 0.35))) gaps.add(flag)
  }
}

/** Removes values as if the centre had not filled them. Lost patients, carriers and undiagnosed people have more gaps. */
export const leaveGaps = (random: Random, trajectory: Trajectory, values: Values): Values => {
  const gapFactor = trajectory.status === 'LOST' || trajectory.phenotype === 'CARRIER' || trajectory.phenotype === 'UNK' ? 2.5 : 1
  const gap = (1 - trajectory.centre.completeness) * gapFactor * random.between(0.4, 1.6)
  const gaps: Gaps = new Set()
  for (const [field, factor] of optional) if (random.chance(gap * factor)) gaps.add(field)
  skipAnalytes(random, gap, gaps)
  skipComplications(random, values, gap, gaps)
  const remaining = { ...values }
  for (const name of gaps) delete remaining[name]
  return remaining
}
