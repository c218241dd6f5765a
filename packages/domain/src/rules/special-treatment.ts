import type { ReferenceValues } from '../reference/reference-values.ts'
import { rejectNotApplying } from './applies.ts'
import { all, given, is, less, missing, reject, some, value, warn, yearsBetween, yes } from './combinators.ts'
import { hasDiagnosisInFamily } from './diagnosis.ts'
import type { TreeRule } from './rule.ts'

/** RULE-22. */
const courseRules = (referenceValues: ReferenceValues, drug: 'HU' | 'LUS'): readonly TreeRule[] => {
  const [type, start, ongoing, dose] = [
    `${drug}_TERAPY_TYPE`,
    `${drug}_TERAPY_START`,
    `${drug}_TERAPY_ONGOING`,
    `${drug}_TERAPY_DOSAGE`,
  ] as const
  return [
    ...[start, dose].map((name) => rejectNotApplying('RULE-22', name, 'rule_never_taken', referenceValues, name)),
    rejectNotApplying('RULE-22', ongoing, 'rule_never_taken', referenceValues, `${ongoing}.never`),
    reject('RULE-22', [start, ongoing], 'rule_start_missing', all(yes(ongoing), missing(start)), `${start}.missing`),
    reject('RULE-22', [ongoing, type], 'rule_ongoing_but_stopped', all(yes(ongoing), is(type, 'STOPPED')), `${ongoing}.stopped`),
  ]
}

const adultAge = 18
const luspaterceptTaken = some(given('LUS_TERAPY_START'), all(given('LUS_TERAPY_TYPE'), { op: 'not', of: is('LUS_TERAPY_TYPE', 'NEVER') }))

/** RULE-22 and RULE-23: hydroxyurea, luspatercept and gene therapy. */
export const specialTreatmentRules = (referenceValues: ReferenceValues): readonly TreeRule[] => [
  ...courseRules(referenceValues, 'HU'),
  ...courseRules(referenceValues, 'LUS'),
  warn(
    'RULE-23',
    ['LUS_TERAPY_START', 'DOB'],
    'rule_luspatercept_minor',
    less(yearsBetween('DOB', 'LUS_TERAPY_START'), value(adultAge)),
    'age',
  ),
  warn(
    'RULE-23',
    ['LUS_TERAPY_TYPE', 'DIAGNOSIS'],
    'rule_luspatercept_sickle',
    all(luspaterceptTaken, hasDiagnosisInFamily(referenceValues, 'sickle')),
    'sickle',
  ),
  warn('RULE-23', ['GT_OUTCOME', 'TT_ONGOING'], 'rule_independent_but_transfused', all(is('GT_OUTCOME', 'TI'), yes('TT_ONGOING')), 'gene'),
]
