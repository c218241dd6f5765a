import type { Expression } from '../expression/expression.ts'
import type { FieldName } from '../fields/dictionary.ts'
import type { PatientRecord } from '../fields/values.ts'
import type { RuleId, RuleText } from './messages.ts'

/** An error prevents the save. A warning needs confirmation and stays as a note. */
export type Severity = 'error' | 'warning'

type RuleBase = {
  readonly id: RuleId
  /** Unique among all rules: the id, with a suffix if the rule has several cases. */
  readonly key: string
  readonly severity: Severity
  /** The fields that show a violation. The first one most likely needs the correction. */
  readonly fields: readonly [FieldName, ...FieldName[]]
  readonly text: RuleText
}

/** A rule that is violated if its expression is true, not if it is unknown. It runs in memory and as SQL. */
export type TreeRule = RuleBase & { readonly violatedWhen: Expression }

/** A rule that no expression can describe. It runs in memory, on records with a value in one of `needs`. */
export type FunctionRule = RuleBase & { readonly needs: readonly FieldName[]; readonly isViolatedBy: (record: PatientRecord) => boolean }

export type RuleSet = { readonly trees: readonly TreeRule[]; readonly functions: readonly FunctionRule[] }
export type Rule = TreeRule | FunctionRule
