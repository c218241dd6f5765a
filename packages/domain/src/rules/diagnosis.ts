import type { FieldName } from '../fields/dictionary.ts'
import { listIdsWhere, type ReferenceValues } from '../reference/reference-values.ts'
import type { ReferenceTable } from '../reference/tables.ts'
import { rejectNotApplying } from './applies.ts'
import { all, among, is, notAmong, notYes, reject, same, some, warn, yes } from './combinators.ts'
import type { TreeRule } from './rule.ts'

/** Families in which genotype and diagnosis must agree. `none` and `other` agree with all. */
const families = ['beta', 'alpha', 'sickle', 'variant', 'rare', 'carrier'] as const
type Family = (typeof families)[number]

/** Lists the ids of a table in the given families. */
export const listFamilyIds = (referenceValues: ReferenceValues, table: ReferenceTable, ...of: readonly Family[]): readonly string[] =>
  listIdsWhere(referenceValues(table), ({ family }) => of.some((name) => name === family))

const diagnoses = ['DIAGNOSIS', 'DIAGNOSIS_2', 'DIAGNOSIS_3'] as const

/** Builds the expression that one of the diagnoses is in the family. */
export const hasDiagnosisInFamily = (referenceValues: ReferenceValues, family: Family) => {
  const ids = listFamilyIds(referenceValues, 'specific_diagnosis', family)
  return some(...diagnoses.map((name) => among(name, ids)))
}

const sickleComplications = ['VOC', 'ACUTE_CHEST_SYNDROME', 'PRIAPISM', 'SPLENIC_SEQUESTRATION'] as const

/** RULE-08 also warns without a diagnosis. */
const sickleRules = (referenceValues: ReferenceValues): readonly TreeRule[] => {
  const ids = listFamilyIds(referenceValues, 'specific_diagnosis', 'sickle')
  const noneSickle = all(...diagnoses.map((name) => notAmong(name, ids)))
  return sickleComplications.map((name) => warn('RULE-08', [name, 'DIAGNOSIS'], 'rule_not_sickle', all(yes(name), noneSickle), name))
}

const buildFamiliesDiffer = (referenceValues: ReferenceValues) =>
  some(
    ...families.map((family) => {
      const others = families.filter((other) => other !== family)
      const genotypes = listFamilyIds(referenceValues, 'svc_genotype', family)
      return all(among('GENOTYPE', genotypes), among('DIAGNOSIS', listFamilyIds(referenceValues, 'specific_diagnosis', ...others)))
    }),
  )

const buildRepetitionRule = (left: FieldName, right: FieldName, which: string): TreeRule =>
  reject('RULE-10', [left, right], 'rule_diagnosis_repeated', same(left, right), which)

/** RULE-10: the diagnoses are filled in order, without repetition. */
const orderRules = (referenceValues: ReferenceValues): readonly TreeRule[] => [
  rejectNotApplying('RULE-10', 'DIAGNOSIS_2', 'rule_diagnosis_before', referenceValues, 'second'),
  rejectNotApplying('RULE-10', 'DIAGNOSIS_3', 'rule_diagnosis_before', referenceValues, 'third'),
  buildRepetitionRule('DIAGNOSIS_2', 'DIAGNOSIS', 'second.same'),
  buildRepetitionRule('DIAGNOSIS_3', 'DIAGNOSIS', 'third.same'),
  buildRepetitionRule('DIAGNOSIS_3', 'DIAGNOSIS_2', 'third.second'),
]

/** RULE-12: phenotype and transfusion regimen agree. */
const phenotypeRules: readonly TreeRule[] = [
  warn('RULE-12', ['FENOTYPE', 'TT'], 'rule_phenotype_transfused', all(is('FENOTYPE', 'TDT'), among('TT', ['NEVER', 'PAST'])), 'TDT'),
  warn('RULE-12', ['FENOTYPE', 'TT'], 'rule_phenotype_not_transfused', all(is('FENOTYPE', 'NTDT'), is('TT', 'REGULAR')), 'NTDT'),
  warn(
    'RULE-12',
    ['FENOTYPE', 'TT'],
    'rule_phenotype_transfused',
    all(is('FENOTYPE', 'SCD_CT'), notAmong('TT', ['REGULAR', 'EXCHANGE'])),
    'SCD_CT',
  ),
  warn('RULE-12', ['FENOTYPE', 'BMT', 'GT'], 'rule_phenotype_cured', all(is('FENOTYPE', 'CURED'), notYes('BMT'), notYes('GT')), 'CURED'),
]

/** RULE-08 and RULE-10 to RULE-12: diagnosis, genotype and phenotype agree. */
export const diagnosisRules = (referenceValues: ReferenceValues): readonly TreeRule[] => [
  ...sickleRules(referenceValues),
  ...orderRules(referenceValues),
  warn('RULE-11', ['GENOTYPE', 'DIAGNOSIS'], 'rule_genotype_family', buildFamiliesDiffer(referenceValues)),
  ...phenotypeRules,
]
