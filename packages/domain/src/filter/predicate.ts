import { z } from 'zod'
import type { ErrorCode } from '../error-messages.ts'
import { getField, type FieldName } from '../fields/dictionary.ts'
import type { FieldType } from '../fields/field-definition.ts'
import { expressionLimits } from '../expression/schema.ts'
import { formatPeriod, parsePeriod } from '../expression/period.ts'
import { FilterFieldName } from './field-name.ts'
import { isMissingReason } from '../fields/missing.ts'
import { canIncludeMissing, isNullCheck, listOperators, operators, takesList, takesPeriod, type Operator } from './operators.ts'
import { withErrorCode } from '../error.ts'
import { parsePredicateValue } from './predicate-value.ts'

const One = z.union([z.string(), z.number(), z.boolean()])
const Many = z.array(One)

type Value = z.infer<typeof One>
type ParsedValues = { readonly values: Value[] } | { readonly error: ErrorCode }

const isBlank = (value: Value): boolean => typeof value === 'string' && value.trim() === ''

const parseValues = (type: FieldType, input: readonly Value[]): ParsedValues => {
  if (input.some(isBlank)) return { error: 'filter_value_missing' }
  if (input.length > expressionLimits.items) return { error: 'filter_too_many_values' }
  const values: Value[] = []
  for (const value of input) {
    const parsed = parsePredicateValue[type](value)
    if (parsed.error) return { error: parsed.error }
    values.push(parsed.value)
  }
  return { values }
}

/**
 * One predicate of a condition. `value` is absent for null checks, a list for `in` and `not in`, two limits for `between`, and a period such
 * as `24 months` for `in the last` and `older than`. `orMissing` also selects missing values, which SQL otherwise omits.
 * With `or` it is an alternative to the predicate before it: one of them is enough (REQ-FIL-27).
 */
export type Predicate = {
  readonly field: FieldName
  readonly operator: Operator
  readonly value?: Value | Value[] | undefined
  readonly orMissing?: true | undefined
  readonly or?: true | undefined
}

type PredicateInput = {
  readonly field: FieldName
  readonly operator: Operator
  readonly value?: Value | Value[] | null | undefined
  readonly orMissing?: boolean | undefined
}
type ParsedPredicate = { readonly predicate: Predicate } | { readonly error: ErrorCode; readonly at: 'operator' | 'value' }

/** Number of characters that a value fixes. In a pattern `%` fixes none. */
const literalLength = (value: Value): number => String(value).replaceAll('%', '').length

const reject = (at: 'operator' | 'value', detail: ErrorCode): ParsedPredicate => ({ at, error: detail })
const isMany = (value: PredicateInput['value']): value is Value[] => Array.isArray(value)

const parsePredicate = ({ field, operator, value, orMissing }: PredicateInput): ParsedPredicate => {
  const { type, exportedLength } = getField(field)
  if (!listOperators(getField(field)).includes(operator)) return reject('operator', 'filter_operator_unknown')
  const many = isMany(value) ? value : undefined
  const absent = value === undefined || value === null || value === '' || many?.length === 0
  if (orMissing && !canIncludeMissing(operator)) return reject('operator', 'filter_missing_superfluous')
  if (isNullCheck(operator)) return absent ? { predicate: { field, operator } } : reject('value', 'filter_value_superfluous')
  if (absent) return reject('value', 'filter_value_missing')
  if ((many !== undefined) !== (takesList(operator) || operator === 'between')) return reject('value', 'filter_value_wrong')
  const missing = orMissing && { orMissing }
  if (operator === 'missing because')
    return isMissingReason(value) ? { predicate: { field, operator, value } } : reject('value', 'value_not_listed')
  if (takesPeriod(operator)) {
    const period = parsePeriod(String(value))
    return period ? { predicate: { field, operator, value: formatPeriod(period), ...missing } } : reject('value', 'value_period_invalid')
  }
  const parsed = parseValues(type, isMany(value) ? value : [value])
  if ('error' in parsed) return reject('value', parsed.error)
  const [first, second, ...others] = parsed.values
  if (operator === 'between') {
    if (first === undefined || second === undefined || others.length > 0) return reject('value', 'filter_value_wrong')
    if (first > second) return reject('value', 'filter_range_reversed')
  }
  // A longer value would select by characters that exports omit (REQ-EXP-05).
  if (exportedLength !== undefined && parsed.values.some((each) => literalLength(each) > exportedLength))
    return reject('value', 'filter_value_too_exact')
  return { predicate: { field, operator, value: many ? parsed.values : first, ...missing } }
}

/** A predicate: a field that filters may use, an operator and a value of its type. Errors have the path of the wrong part. */
export const Predicate = z
  .strictObject({
    field: FilterFieldName,
    operator: z.enum(operators, withErrorCode('filter_operator_unknown')),
    value: z.union([One, Many, z.null()]).optional(),
    orMissing: z.boolean().optional(),
    or: z.boolean().optional(),
  })
  .transform(({ or, ...input }, context): Predicate => {
    const parsed = parsePredicate(input)
    if ('predicate' in parsed) return { ...parsed.predicate, ...(or && { or }) }
    context.addIssue({ code: 'custom', message: parsed.error, path: [parsed.at] })
    return z.NEVER
  })
