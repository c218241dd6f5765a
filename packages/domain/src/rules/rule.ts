import type { Expression } from '../expression/expression.ts'
import type { FieldName } from '../fields/dictionary.ts'
import type { PatientRecord } from '../fields/values.ts'
import type { RuleText } from './messages.ts'

/** An error refuses the save; a warning is confirmed by the person and kept as a note. */
export type Severity = 'error' | 'warning'

type RuleBase = {
  /** The rule's number in the registry's list of cross-field rules. */
  readonly id: `RULE-${number}`
  /** Unique among all rules: the id, or the id and what tells this case of the rule from the others. */
  readonly key: string
  readonly severity: Severity
  /** Where a violation is shown; the first is the field that most likely has to change. */
  readonly fields: readonly [FieldName, ...FieldName[]]
  readonly text: RuleText
}

/** A rule that is violated when its expression is true; what is unknown violates nothing. Runs on a record and, as SQL, on a set. */
export type TreeRule = RuleBase & { readonly violatedWhen: Expression }

/** A rule whose expression would be contrived; runs on one record at a time, and only where one of `needs` has a value. */
export type FunctionRule = RuleBase & { readonly needs: readonly FieldName[]; readonly isViolatedBy: (record: PatientRecord) => boolean }

export type RuleSet = { readonly trees: readonly TreeRule[]; readonly functions: readonly FunctionRule[] }
export type Rule = TreeRule | FunctionRule
