import type { RuleId } from '@registry/domain/rules/messages'
import type { Severity } from '@registry/domain/rules/rule'

/** Rules outside the rule set, because they need more than one record, and their files. */
export const rulesElsewhere: readonly { readonly id: RuleId; readonly severity: Severity; readonly file: string }[] = [
  { id: 'RULE-33', severity: 'warning', file: 'packages/db/src/sql/versions.ts' },
  { id: 'RULE-36', severity: 'error', file: 'packages/domain/src/patient/writing.ts' },
]
