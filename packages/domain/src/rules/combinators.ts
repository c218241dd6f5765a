import type { Comparison, Expression, FunctionName, Operand, Scalar } from '../expression/expression.ts'
import type { FieldName } from '../fields/dictionary.ts'
import type { Severity, TreeRule } from './rule.ts'
import type { RuleId, RuleText } from './messages.ts'

/** A field name means the field of that name. */
type Part = FieldName | Operand

export const field = (name: FieldName): Operand => ({ field: name })
export const value = (scalar: Scalar): Operand => ({ value: scalar })
export const previous = (name: FieldName): Operand => ({ previous: name })
/** The day on which the field's current value was recorded. */
export const recordedOn = (name: FieldName): Operand => ({ recordedOn: name })
/** The day of the newest dated result. */
export const newestResult: Operand = { newestResult: true }
export const source = (name: FieldName): Operand => ({ source: name })
const part = (of: Part): Operand => (typeof of === 'string' ? field(of) : of)
export const call = (name: FunctionName, ...args: readonly Part[]): Operand => ({ call: name, args: args.map(part) })

export const yearsBetween = (from: Part, to: Part): Operand => call('years_between', from, to)
export const daysBetween = (from: Part, to: Part): Operand => call('days_between', from, to)

export const all = (...of: readonly Expression[]): Expression => ({ op: 'and', of })
export const some = (...of: readonly Expression[]): Expression => ({ op: 'or', of })

const compare =
  (op: Comparison) =>
  (left: Part, right: Part): Expression => ({ op, left: part(left), right: part(right) })

export const same = compare('=')
export const different = compare('<>')
export const less = compare('<')
export const atMost = compare('<=')
export const more = compare('>')
export const atLeast = compare('>=')

export const given = (name: FieldName): Expression => ({ op: 'is not null', of: field(name) })
export const missing = (name: FieldName): Expression => ({ op: 'is null', of: field(name) })
export const is = (name: FieldName, scalar: Scalar): Expression => same(name, value(scalar))
export const yes = (name: FieldName): Expression => is(name, true)
export const notYes = (name: FieldName): Expression => some(missing(name), is(name, false))

export const among = (name: FieldName, ids: readonly string[]): Expression => ({ op: 'in', left: field(name), values: ids })
/** Another id, or missing. */
export const notAmong = (name: FieldName, ids: readonly string[]): Expression =>
  some(missing(name), { op: 'not in', left: field(name), values: ids })

type Shown = readonly [FieldName, ...FieldName[]]
type BuildRule = (id: RuleId, fields: Shown, text: RuleText, violatedWhen: Expression, which?: string) => TreeRule

const buildRule =
  (severity: Severity): BuildRule =>
  (id, fields, text, violatedWhen, which) => ({
    id,
    key: which === undefined ? id : `${id}.${which}`,
    severity,
    fields,
    text,
    violatedWhen,
  })

/** Builds a rule with an error. `which` distinguishes several cases of one rule. */
export const reject = buildRule('error')
export const warn = buildRule('warning')
