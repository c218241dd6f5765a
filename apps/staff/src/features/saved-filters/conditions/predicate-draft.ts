import type { FieldName } from '@registry/domain/fields/dictionary'
import type { Predicate } from '@registry/domain/filter/predicate'
import type { Operator } from '@registry/domain/filter/operators'
import type { FieldValue } from '@registry/ui/fields/field-input.tsx'

/** An incomplete predicate in the dialog. */
export type PredicateDraft = {
  readonly field: FieldName | null
  readonly operator: Operator | null
  readonly value: FieldValue
  readonly orMissing: boolean
}

export const emptyPredicate: PredicateDraft = { field: null, operator: null, value: null, orMissing: false }

/** Several values are always choices, whose ids are texts. */
const toFieldValue = (value: Predicate['value']): FieldValue => (Array.isArray(value) ? value.map(String) : (value ?? null))

export const toPredicateDraft = ({ field, operator, value, orMissing }: Predicate): PredicateDraft => ({
  field,
  operator,
  value: toFieldValue(value),
  orMissing: orMissing === true,
})
