import type { MedicalFieldName } from '@registry/domain/fields/dictionary'
import type { Random } from '../random.ts'
import type { Course } from './course.ts'
import type { Values } from './values.ts'
import { complicationFlags } from './complications.ts'
import { analytes, type Analyte } from './laboratory.ts'

/** Values that no rule asks for: each may be absent alone. The number says how much more often than the centre's usual. */
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

/** How often each analyte is not measured in a year. */
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

/** The statistics without the last value make no sense alone (RULE-25), so an analyte goes whole or keeps only its last value. */
const skipAnalytes = (random: Random, gap: number, gaps: Gaps): void => {
  const onlyLast = random.chance(gap * 0.5)
  for (const analyte of analytes) {
    const absent = random.chance(gap * unmeasured[analyte])
    for (const result of absent ? results : onlyLast ? statistics : []) gaps.add(`${analyte}${result}` as const)
  }
}

/** A flag that nobody has looked at is empty rather than false; one that is true is always known. */
const skipComplications = (random: Random, values: Values, gap: number, gaps: Gaps): void => {
  const unasked = random.chance(gap * 0.2)
  for (const flag of complicationFlags) {
    if (values[flag] === false && (unasked || random.chance(gap * 0.35))) gaps.add(flag)
  }
}

/** Takes away what this centre would not have filled in: lost patients, carriers and new cases have less. */
export const leaveGaps = (random: Random, course: Course, values: Values): Values => {
  const thin = course.status === 'LOST' || course.phenotype === 'CARRIER' || course.phenotype === 'UNK' ? 2.5 : 1
  const gap = (1 - course.centre.completeness) * thin * random.between(0.4, 1.6)
  const gaps: Gaps = new Set()
  for (const [field, factor] of optional) if (random.chance(gap * factor)) gaps.add(field)
  skipAnalytes(random, gap, gaps)
  skipComplications(random, values, gap, gaps)
  const left = { ...values }
  for (const name of gaps) delete left[name]
  return left
}
