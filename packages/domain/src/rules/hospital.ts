import { listIdsWhere, type ReferenceValues } from '../reference/reference-values.ts'
import { rejectNotApplying } from './applies.ts'
import { all, among, call, given, is, less, missing, more, notAmong, reject, value, warn } from './combinators.ts'
import type { TreeRule } from './rule.ts'

const noAdmission = less(call('coalesce', 'HOSPEDALIZATIONS', value(0)), value(1))

const covidFields = [
  'COVID_SYMPTOM',
  'COVID_DETECTION',
  'COVID_SOURCE',
  'COVID_HOSPITALIZATION',
  'COVID_HOSP_DAYS',
  'COVID_DISASE_DAYS',
  'COVID_TERAPY',
  'COVID_OUTCOME',
] as const

/** Lists the levels of care with a bed, those of level 2 or more. */
const listWards = (referenceValues: ReferenceValues): readonly string[] =>
  listIdsWhere(referenceValues('svc_covid_hospitalization'), ({ level }) => Number(level) >= 2)

/** RULE-30 to RULE-32: admissions, COVID and fatal outcomes. */
export const hospitalRules = (referenceValues: ReferenceValues): readonly TreeRule[] => [
  reject('RULE-30', ['HOSPEDALIZATIONS', 'HOSPEDAL_DAYS'], 'rule_no_admission', all(more('HOSPEDAL_DAYS', value(0)), noAdmission), 'days'),
  reject('RULE-30', ['HOSPEDALIZATIONS', 'HOSPEDAL_CAUSES'], 'rule_no_admission', all(given('HOSPEDAL_CAUSES'), noAdmission), 'causes'),
  warn('RULE-30', ['HOSPEDAL_DAYS', 'HOSPEDALIZATIONS'], 'rule_days_under_admissions', less('HOSPEDAL_DAYS', 'HOSPEDALIZATIONS'), 'fewer'),
  ...covidFields.map((name) => rejectNotApplying('RULE-31', name, 'rule_flag_missing', referenceValues, name)),
  reject(
    'RULE-31',
    ['COVID_HOSPITALIZATION', 'COVID_HOSP_DAYS'],
    'rule_covid_level',
    all(more('COVID_HOSP_DAYS', value(0)), notAmong('COVID_HOSPITALIZATION', listWards(referenceValues))),
    'level',
  ),
  warn('RULE-31', ['COVID_HOSP_DAYS', 'COVID_DISASE_DAYS'], 'rule_covid_days', more('COVID_HOSP_DAYS', 'COVID_DISASE_DAYS'), 'days'),
  reject(
    'RULE-32',
    ['DEAD_DATE', 'COVID_OUTCOME'],
    'rule_death_date_missing',
    all(among('COVID_OUTCOME', ['DEAD_COVID', 'DEAD_OTHER']), missing('DEAD_DATE')),
    'covid',
  ),
  reject('RULE-32', ['DEAD_DATE', 'GT_OUTCOME'], 'rule_death_date_missing', all(is('GT_OUTCOME', 'DEAD'), missing('DEAD_DATE')), 'gene'),
]
