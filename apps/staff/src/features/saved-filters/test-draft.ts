import type { FieldName } from '@registry/domain/fields/dictionary'
import type { Predicate } from '@registry/domain/filter/condition'
import type { Operator } from '@registry/domain/filter/operators'
import type { FieldValue } from '@registry/ui/fields/field-input.tsx'

/** A test while it is written. */
export type TestDraft = {
  readonly field: FieldName | null
  readonly operator: Operator | null
  readonly value: FieldValue
  readonly orMissing: boolean
}

export const emptyTest: TestDraft = { field: null, operator: null, value: null, orMissing: false }

/** Only items of lists come several at a time, and their ids are texts. */
const valueOf = (value: Predicate['value']): FieldValue => (Array.isArray(value) ? value.map(String) : (value ?? null))

export const draftOfTest = ({ field, operator, value, orMissing }: Predicate): TestDraft => ({
  field,
  operator,
  value: valueOf(value),
  orMissing: orMissing === true,
})
