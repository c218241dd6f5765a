import { all, atMost, call, given, less, missing, more, notYes, reject, value, warn, yearsBetween, yes } from './combinators.ts'
import type { TreeRule } from './rule.ts'

const sites = ['LOMBAR_SPINE', 'FEMORAL_NECK', 'TOTAL_HIP'] as const
const tScores = sites.map((site) => `DEXA_${site}_T` as const)
const measures = sites.flatMap((site) => [`DEXA_${site}_T`, `DEXA_${site}_Z`, `DEXA_${site}_BMD`] as const)

/** Age in whole years from which a T-score is meaningful. */
export const tScoreAge = 20
const lowest = call('least', ...tScores)

/** RULE-28 and RULE-29: bone density. */
export const instrumentalRules: readonly TreeRule[] = [
  ...measures.map((name) => reject('RULE-28', ['DEXA_DATE', name], 'rule_dexa_date_missing', all(given(name), missing('DEXA_DATE')), name)),
  reject('RULE-28', ['DEXA_DATE', ...measures], 'rule_dexa_values_missing', all(given('DEXA_DATE'), ...measures.map(missing)), 'date'),
  ...tScores.map((name) =>
    warn('RULE-29', [name, 'DOB'], 'rule_t_score_young', all(given(name), less(yearsBetween('DOB', 'DEXA_DATE'), value(tScoreAge))), name),
  ),
  warn(
    'RULE-29',
    ['OSTEOPOROSIS', ...tScores],
    'rule_osteoporosis_missing',
    all(atMost(lowest, value(-2.5)), notYes('OSTEOPOROSIS')),
    'low',
  ),
  warn('RULE-29', ['OSTEOPOROSIS', ...tScores], 'rule_osteoporosis_unlikely', all(yes('OSTEOPOROSIS'), more(lowest, value(-1))), 'high'),
]
