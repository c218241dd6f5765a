import { z } from 'zod'
import { parseDay } from '../calendar.ts'
import type { ErrorCode } from '../error-messages.ts'
import { getField, type FieldName } from '../fields/dictionary.ts'
import type { FieldType } from '../fields/field-definition.ts'
import { expressionLimits } from '../expression/schema.ts'
import { formatPeriod, parsePeriod } from '../expression/period.ts'
import { FilterFieldName } from './field-name.ts'
import { isMissingReason } from '../fields/missing.ts'
import { findAnalyteOfField } from '../observations/analytes.ts'
import {
  canIncludeMissing,
  canIncludeWithoutResults,
  isNullCheck,
  isResultOperator,
  listOperators,
  operators,
  resultMeasures,
  takesList,
  takesPeriod,
  type Operator,
  type ResultMeasure,
} from './operators.ts'
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
 * With `results` it compares the dated results of the field's analyte instead of the value of the record; `value` takes the newest result at
 * or before `day` (REQ-FIL-32).
 * With `or` it is an alternative to the predicate before it: one of them is enough (REQ-FIL-27).
 */
export type Predicate = {
  readonly field: FieldName
  readonly operator: Operator
  readonly value?: Value | Value[] | undefined
  readonly results?: ResultMeasure | undefined
  readonly day?: string | undefined
  readonly orMissing?: true | undefined
  readonly or?: true | undefined
}

type PredicateInput = {
  readonly field: FieldName
  readonly operator: Operator
  readonly value?: Value | Value[] | null | undefined
  readonly results?: ResultMeasure | null | undefined
  readonly day?: string | null | undefined
  readonly orMissing?: boolean | undefined
}
type Part = 'operator' | 'value' | 'results' | 'day'
type ParsedPredicate = { readonly predicate: Predicate } | { readonly error: ErrorCode; readonly at: Part }

/** Number of characters that a value fixes. In a pattern `%` fixes none. */
const literalLength = (value: Value): number => String(value).replaceAll('%', '').length

const reject = (at: Part, detail: ErrorCode): ParsedPredicate => ({ at, error: detail })
const isMany = (value: PredicateInput['value']): value is Value[] => Array.isArray(value)

/** A condition on dated results: numbers only, whatever the type of the field. */
const parseResultPredicate = (measure: ResultMeasure, { field, operator, value, day, orMissing }: PredicateInput): ParsedPredicate => {
  if (!findAnalyteOfField(field)) return reject('results', 'filter_results_unknown')
  if (!isResultOperator(operator)) return reject('operator', 'filter_operator_unknown')
  if (orMissing && !canIncludeWithoutResults(measure, operator)) return reject('operator', 'filter_missing_superfluous')
  if (measure === 'value' && !day) return reject('day', 'filter_value_missing')
  const newestDay = measure === 'value' ? parseDay(day ?? '') : undefined
  if (measure === 'value' && newestDay === undefined) return reject('day', 'value_date_invalid')
  const parsed = parsePredicate({ field, operator, value })
  if ('error' in parsed) return parsed
  return {
    predicate: {
      ...parsed.predicate,
      results: measure,
      ...(newestDay !== undefined && { day: newestDay }),
      ...(orMissing && { orMissing }),
    },
  }
}

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
    results: z.enum(resultMeasures).nullish(),
    day: z.string().nullish(),
    orMissing: z.boolean().optional(),
    or: z.boolean().optional(),
  })
  .transform(({ or, ...input }, context): Predicate => {
    const { results, ...plain } = input
    const parsed = results ? parseResultPredicate(results, input) : parsePredicate(plain)
    if ('predicate' in parsed) return { ...parsed.predicate, ...(or && { or }) }
    context.addIssue({ code: 'custom', message: parsed.error, path: [parsed.at] })
    return z.NEVER
  })
