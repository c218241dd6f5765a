import { fields } from '../fields/dictionary.ts'
import { all, daysBetween, different, given, is, less, missing, more, newestResult, reject, some, value, warn } from './combinators.ts'
import type { TreeRule } from './rule.ts'

const otherDates = fields.filter(({ type, name }) => type === 'date' && name !== 'DOB').map(({ name }) => name)
const lifeDates = otherDates.filter((name) => name !== 'DEAD_DATE')

/** A year in days. An exact anniversary does not matter here. */
const year = 365
const sixtyYears = 60 * 365.25

/** RULE-01 to RULE-03, RULE-40: birth, diagnosis and death. The hard limit of each date excludes the future (RULE-01). */
export const dateRules: readonly TreeRule[] = [
  ...otherDates.map((name) => reject('RULE-01', [name, 'DOB'], 'rule_before_birth', less(name, 'DOB'), `${name}.birth`)),
  ...lifeDates.map((name) => reject('RULE-01', [name, 'DEAD_DATE'], 'rule_after_death', more(name, 'DEAD_DATE'), `${name}.death`)),
  reject(
    'RULE-02',
    ['STATUS', 'DEAD_DATE'],
    'rule_dead_status_missing',
    all(given('DEAD_DATE'), some(missing('STATUS'), different('STATUS', value('DEAD')))),
    'status',
  ),
  reject('RULE-02', ['DEAD_DATE', 'STATUS'], 'rule_dead_date_missing', all(is('STATUS', 'DEAD'), missing('DEAD_DATE')), 'date'),
  reject('RULE-02', ['DEAD_CAUSE', 'DEAD_DATE'], 'rule_dead_cause_without_date', all(given('DEAD_CAUSE'), missing('DEAD_DATE')), 'cause'),
  reject('RULE-02', ['DEAD_CAUSE', 'DEAD_DATE'], 'rule_dead_cause_missing', all(given('DEAD_DATE'), missing('DEAD_CAUSE')), 'unexplained'),
  warn('RULE-03', ['CENTER_START', 'DOD'], 'rule_care_before_diagnosis', more(daysBetween('CENTER_START', 'DOD'), value(year)), 'care'),
  warn('RULE-03', ['DOD', 'DOB'], 'rule_late_diagnosis', more(daysBetween('DOB', 'DOD'), value(sixtyYears)), 'late'),
  // A result after a stored death is rejected when it arrives (REQ-OBS-02).
  warn('RULE-40', ['DEAD_DATE'], 'rule_results_after_death', all(given('DEAD_DATE'), more(newestResult, 'DEAD_DATE'))),
]
