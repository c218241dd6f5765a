import { z } from 'zod'
import type { ErrorCode } from '../error-messages.ts'
import { fieldNamed, type FieldName } from '../fields/dictionary.ts'
import type { Kind } from '../fields/kinds.ts'
import { expressionLimits } from '../expression/schema.ts'
import { FilterFieldName } from './field-name.ts'
import { allows, isNegative, isNullCheck, operators, takesList, type Operator } from './operators.ts'
import { readTestValue } from './test-value.ts'

const says = (code: ErrorCode): { error: ErrorCode } => ({ error: code })

const One = z.union([z.string(), z.number(), z.boolean()])
const Many = z.array(One)

type Value = z.infer<typeof One>
type ReadList = { readonly values: Value[] } | { readonly error: ErrorCode }

const isBlank = (value: Value): boolean => typeof value === 'string' && value.trim() === ''

const readAll = (kind: Kind, written: readonly Value[]): ReadList => {
  if (written.some(isBlank)) return { error: 'filter_value_missing' }
  if (written.length > expressionLimits.items) return { error: 'filter_too_many_values' }
  const values: Value[] = []
  for (const one of written) {
    const reading = readTestValue[kind](one)
    if (reading.error) return { error: reading.error }
    values.push(reading.value)
  }
  return { values }
}

/**
 * One test of a field (D10): `value` is absent for the null checks and a list for `in` and `not in`. With `orMissing` a test of what the
 * value is not also finds who has none; without it they are left out, since SQL does not know.
 */
export type Test = {
  readonly field: FieldName
  readonly operator: Operator
  readonly value?: Value | Value[] | undefined
  readonly orMissing?: true | undefined
}

type Written = {
  readonly field: FieldName
  readonly operator: Operator
  readonly value?: Value | Value[] | null | undefined
  readonly orMissing?: boolean | undefined
}
type ReadTest = { readonly test: Test } | { readonly error: ErrorCode; readonly at: 'operator' | 'value' }

/** Characters that a value must have to match; in a pattern `%` stands for any. */
const literalLength = (value: Value): number => String(value).replaceAll('%', '').length

const refused = (at: 'operator' | 'value', detail: ErrorCode): ReadTest => ({ at, error: detail })
const isMany = (value: Written['value']): value is Value[] => Array.isArray(value)

const readTest = ({ field, operator, value, orMissing }: Written): ReadTest => {
  const { kind, exportedLength } = fieldNamed(field)
  if (!allows(kind, operator)) return refused('operator', 'filter_operator_unknown')
  const many = isMany(value) ? value : undefined
  const absent = value === undefined || value === null || value === '' || many?.length === 0
  if (orMissing && !isNegative(operator)) return refused('operator', 'filter_missing_superfluous')
  if (isNullCheck(operator)) return absent ? { test: { field, operator } } : refused('value', 'filter_value_superfluous')
  if (absent) return refused('value', 'filter_value_missing')
  if ((many !== undefined) !== takesList(operator)) return refused('value', 'filter_value_wrong')
  const reading = readAll(kind, isMany(value) ? value : [value])
  if ('error' in reading) return refused('value', reading.error)
  if (exportedLength !== undefined && reading.values.some((one) => literalLength(one) > exportedLength))
    return refused('value', 'filter_value_too_exact')
  const [first] = reading.values
  return { test: { field, operator, value: many ? reading.values : first, ...(orMissing && { orMissing }) } }
}

/** Reads a test: the field filters may use, an operator of its kind, a value of its type. Faults stand at the part that is wrong. */
export const Test = z
  .strictObject({
    field: FilterFieldName,
    operator: z.enum(operators, says('filter_operator_unknown')),
    value: z.union([One, Many, z.null()]).optional(),
    orMissing: z.boolean().optional(),
  })
  .transform((written, context): Test => {
    const reading = readTest(written)
    if ('test' in reading) return reading.test
    context.addIssue({ code: 'custom', message: reading.error, path: [reading.at] })
    return z.NEVER
  })
