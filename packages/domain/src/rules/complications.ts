import type { FieldName } from '../fields/dictionary.ts'
import { all, different, given, notYes, reject, value, warn, yes } from './combinators.ts'
import type { RuleId } from './messages.ts'
import type { TreeRule } from './rule.ts'

const buildFlagRule = (id: RuleId, flag: FieldName, name: FieldName): TreeRule =>
  reject(id, [name, flag], 'rule_flag_missing', all(given(name), notYes(flag)), name)

const buildDiseaseRule = (disease: FieldName, name: FieldName): TreeRule =>
  warn('RULE-09', [disease, name], 'rule_disease_missing', all(yes(name), notYes(disease)), name)

/** RULE-04 to RULE-07 and RULE-09: complications, surgery and the two cures. */
export const complicationRules: readonly TreeRule[] = [
  buildFlagRule('RULE-04', 'SPLENECTOMY', 'SPLENECTOMY_DATE'),
  buildFlagRule('RULE-04', 'CHOLECISTECTOMY', 'CHOLECISTECTOMY_DATE'),
  ...(['BMT_DATE', 'BMT_NOTE'] as const).map((name) => buildFlagRule('RULE-05', 'BMT', name)),
  ...(['GT_START', 'GT_PROTOCOL', 'GT_OUTCOME', 'GT_CONDITIONING', 'GT_NOTE'] as const).map((name) => buildFlagRule('RULE-05', 'GT', name)),
  warn('RULE-06', ['SPLENOMEGALY', 'SPLENECTOMY'], 'rule_spleen_removed', all(yes('SPLENECTOMY'), yes('SPLENOMEGALY'))),
  reject('RULE-07', ['PRIAPISM', 'SEX'], 'rule_only_male', all(yes('PRIAPISM'), different('SEX', value('M')))),
  buildDiseaseRule('LIVER_DISEASE', 'LIVER_CIRRHOSIS'),
  buildDiseaseRule('LIVER_DISEASE', 'HCC'),
  buildDiseaseRule('HEART_FAILURE', 'CONGESTIVE_HEART_FAILURE'),
]
