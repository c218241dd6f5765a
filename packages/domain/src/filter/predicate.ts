import { z } from 'zod'
import type { ErrorCode } from '../error-messages.ts'
import { getField, type FieldName } from '../fields/dictionary.ts'
import type { FieldType } from '../fields/field-definition.ts'
import { expressionLimits } from '../expression/schema.ts'
import { FilterFieldName } from './field-name.ts'
import { isOperatorAllowed, isNegative, isNullCheck, operators, takesList, type Operator } from './operators.ts'
import { parsePredicateValue } from './predicate-value.ts'

const withCode = (code: ErrorCode): { error: ErrorCode } => ({ error: code })

const One = z.union([z.string(), z.number(), z.boolean()])
const Many = z.array(One)

type Value = z.infer<typeof One>
type ParsedValues = { readonly values: Value[] } | { readonly error: ErrorCode }

const isBlank = (value: Value): boolean => typeof value === 'string' && value.trim() === ''

const parseValues = (type: FieldType, input: readonly Value[]): ParsedValues => {
  if (input.some(isBlank)) return { error: 'filter_value_missing' }
  if (input.length > expressionLimits.items) return { error: 'filter_too_many_values' }
  const values: Value[] = []
  for (const one of input) {
    const reading = parsePredicateValue[type](one)
    if (reading.error) return { error: reading.error }
    values.push(reading.value)
  }
  return { values }
}

/**
 * One test of a field (D10): `value` is absent for the null checks and a list for `in` and `not in`. With `orMissing` a test of what the
 * value is not also finds who has none; without it they are left out, since SQL does not know.
 */
export type Predicate = {
  readonly field: FieldName
  readonly operator: Operator
  readonly value?: Value | Value[] | undefined
  readonly orMissing?: true | undefined
}

type PredicateInput = {
  readonly field: FieldName
  readonly operator: Operator
  readonly value?: Value | Value[] | null | undefined
  readonly orMissing?: boolean | undefined
}
type ParsedPredicate = { readonly predicate: Predicate } | { readonly error: ErrorCode; readonly at: 'operator' | 'value' }

/** Characters that a value must have to match; in a pattern `%` stands for any. */
const literalLength = (value: Value): number => String(value).replaceAll('%', '').length

const refuse = (at: 'operator' | 'value', detail: ErrorCode): ParsedPredicate => ({ at, error: detail })
const isMany = (value: PredicateInput['value']): value is Value[] => Array.isArray(value)

const parsePredicate = ({ field, operator, value, orMissing }: PredicateInput): ParsedPredicate => {
  const { type, exportedLength } = getField(field)
  if (!isOperatorAllowed(type, operator)) return refuse('operator', 'filter_operator_unknown')
  const many = isMany(value) ? value : undefined
  const absent = value === undefined || value === null || value === '' || many?.length === 0
  if (orMissing && !isNegative(operator)) return refuse('operator', 'filter_missing_superfluous')
  if (isNullCheck(operator)) return absent ? { predicate: { field, operator } } : refuse('value', 'filter_value_superfluous')
  if (absent) return refuse('value', 'filter_value_missing')
  if ((many !== undefined) !== takesList(operator)) return refuse('value', 'filter_value_wrong')
  const reading = parseValues(type, isMany(value) ? value : [value])
  if ('error' in reading) return refuse('value', reading.error)
  if (exportedLength !== undefined && reading.values.some((one) => literalLength(one) > exportedLength))
    return refuse('value', 'filter_value_too_exact')
  const [first] = reading.values
  return { predicate: { field, operator, value: many ? reading.values : first, ...(orMissing && { orMissing }) } }
}

/** Reads a test: the field filters may use, an operator of its type, a value of its type. Faults stand at the part that is wrong. */
export const Predicate = z
  .strictObject({
    field: FilterFieldName,
    operator: z.enum(operators, withCode('filter_operator_unknown')),
    value: z.union([One, Many, z.null()]).optional(),
    orMissing: z.boolean().optional(),
  })
  .transform((input, context): Predicate => {
    const reading = parsePredicate(input)
    if ('predicate' in reading) return reading.predicate
    context.addIssue({ code: 'custom', message: reading.error, path: [reading.at] })
    return z.NEVER
  })
