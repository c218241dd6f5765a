import type { FieldName } from '../fields/dictionary.ts'
import type { ReferenceValues } from '../reference/reference-values.ts'
import { rejectNotApplying } from './applies.ts'
import { all, notYes, warn, yes } from './combinators.ts'
import type { TreeRule } from './rule.ts'

const buildDiseaseRule = (disease: FieldName, name: FieldName): TreeRule =>
  warn('RULE-09', [disease, name], 'rule_disease_missing', all(yes(name), notYes(disease)), name)

/** RULE-04 to RULE-07 and RULE-09: complications, surgery and the two cures. */
export const complicationRules = (referenceValues: ReferenceValues): readonly TreeRule[] => [
  ...(['SPLENECTOMY_DATE', 'CHOLECISTECTOMY_DATE'] as const).map((name) =>
    rejectNotApplying('RULE-04', name, 'rule_flag_missing', referenceValues, name),
  ),
  ...(['BMT_DATE', 'BMT_NOTE', 'GT_START', 'GT_PROTOCOL', 'GT_OUTCOME', 'GT_CONDITIONING', 'GT_NOTE'] as const).map((name) =>
    rejectNotApplying('RULE-05', name, 'rule_flag_missing', referenceValues, name),
  ),
  warn('RULE-06', ['SPLENOMEGALY', 'SPLENECTOMY'], 'rule_spleen_removed', all(yes('SPLENECTOMY'), yes('SPLENOMEGALY'))),
  rejectNotApplying('RULE-07', 'PRIAPISM', 'rule_only_male', referenceValues),
  buildDiseaseRule('LIVER_DISEASE', 'LIVER_CIRRHOSIS'),
  buildDiseaseRule('LIVER_DISEASE', 'HCC'),
  buildDiseaseRule('HEART_FAILURE', 'CONGESTIVE_HEART_FAILURE'),
]
