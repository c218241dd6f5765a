import { listIdsWhere, type ReferenceValues } from '../reference/reference-values.ts'
import { rejectNotApplying } from './applies.ts'
import { all, among, is, less, more, notAmong, reject, some, value, warn, yes } from './combinators.ts'
import { hasDiagnosisInFamily } from './diagnosis.ts'
import type { TreeRule } from './rule.ts'

/** Lists the regimens with current transfusions, those of level 1 or more. */
const listOngoingRegimens = (referenceValues: ReferenceValues): readonly string[] =>
  listIdsWhere(referenceValues('svc_tt'), ({ level }) => Number(level) >= 1)

/** RULE-13 to RULE-15. RULE-13 already rejects a quantity without transfusions (RULE-14). */
export const transfusionRules = (referenceValues: ReferenceValues): readonly TreeRule[] => [
  ...(['TT_QTY', 'TT_TYPE', 'TT_START', 'TT_ONGOING'] as const).map((name) =>
    rejectNotApplying('RULE-13', name, 'rule_never_transfused', referenceValues, name),
  ),
  reject(
    'RULE-14',
    ['TT', 'TT_ONGOING'],
    'rule_ongoing_without_regimen',
    all(yes('TT_ONGOING'), notAmong('TT', [...listOngoingRegimens(referenceValues), 'NEVER'])),
  ),
  warn(
    'RULE-15',
    ['TT_QTY', 'TT'],
    'rule_quantity_unusual',
    all(is('TT', 'REGULAR'), some(less('TT_QTY', value(6)), more('TT_QTY', value(60)))),
    'quantity',
  ),
  warn(
    'RULE-15',
    ['TT_TYPE', 'DIAGNOSIS'],
    'rule_exchange_in_beta',
    all(among('TT_TYPE', ['AUTO_EX', 'PARTIAL_EX']), hasDiagnosisInFamily(referenceValues, 'beta')),
    'type',
  ),
]
