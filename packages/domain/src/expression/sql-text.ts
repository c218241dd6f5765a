import {
  findRange,
  type AnyResult,
  type Expression,
  type FunctionName,
  type Operand,
  type ResultOperand,
  type Scalar,
} from './expression.ts'

type FormatCall = (args: readonly string[]) => string

export const formatInfix =
  (sign: string): FormatCall =>
  ([left, right]) =>
    `(${left} ${sign} ${right})`
export const formatCall =
  (name: string): FormatCall =>
  (args) =>
    `${name}(${args.join(', ')})`

const calls = {
  '+': formatInfix('+'),
  '-': formatInfix('-'),
  '*': formatInfix('*'),
  '/': formatInfix('/'),
  power: formatCall('power'),
  least: formatCall('least'),
  greatest: formatCall('greatest'),
  abs: formatCall('abs'),
  floor: formatCall('floor'),
  ceil: formatCall('ceil'),
  coalesce: formatCall('coalesce'),
  count_true: formatCall('count_true'),
  years_between: formatCall('years_between'),
  days_between: formatCall('days_between'),
  year: ([day]) => `extract(year from ${day})`,
  month: ([day]) => `extract(month from ${day})`,
  today: () => 'current_date',
  days_ago: formatCall('days_ago'),
  months_ago: formatCall('months_ago'),
  years_ago: formatCall('years_ago'),
  lower: formatCall('lower'),
  length: formatCall('length'),
} satisfies Record<FunctionName, FormatCall>

const formatScalar = (value: Scalar): string => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value))

/** The functions of dated results take the field of an analyte; `result_at` a day too (REQ-FIL-32). */
export const resultFunctions = { count: 'result_count', months: 'months_since_result', value: 'result_at' } as const satisfies Record<
  ResultOperand['measure'],
  string
>
export const anyResultFunction = 'any_result'

const formatResults = (part: ResultOperand): string =>
  formatCall(resultFunctions[part.measure])([part.results, ...(part.measure === 'value' ? [formatScalar(part.day)] : [])])

const formatAnyResult = ({ results, is, values }: AnyResult): string =>
  `${anyResultFunction}(${results}) ${is === 'between' ? `BETWEEN ${values.join(' AND ')}` : `${is} ${values.join()}`}`

const formatOperand = (part: Operand): string => {
  if ('field' in part) return part.field
  if ('missingReason' in part) return `missing_reason(${part.missingReason})`
  if ('previous' in part) return `previous(${part.previous})`
  if ('recordedOn' in part) return `recorded_on(${part.recordedOn})`
  if ('source' in part) return `source(${part.source})`
  if ('results' in part) return formatResults(part)
  if ('newestResult' in part) return 'newest_result()'
  return 'value' in part ? formatScalar(part.value) : calls[part.call](part.args.map(formatOperand))
}

const formatNested = (part: Expression): string =>
  (part.op === 'and' || part.op === 'or') && !findRange(part) ? `(${formatExpressionAsSql(part)})` : formatExpressionAsSql(part)

/**
 * Formats a tree as the text of an SQL condition, which people and old programs display (REQ-FIL-05).
 * The server never runs this text; it runs the tree.
 */
export const formatExpressionAsSql = (part: Expression): string => {
  const range = findRange(part)
  if (range) return `${formatOperand(range.of)} BETWEEN ${formatOperand(range.from)} AND ${formatOperand(range.to)}`
  switch (part.op) {
    case 'and':
    case 'or':
      return part.of.map(formatNested).join(` ${part.op.toUpperCase()} `)
    case 'not':
      return `NOT (${formatExpressionAsSql(part.of)})`
    case 'in':
    case 'not in':
      return `${formatOperand(part.left)} ${part.op.toUpperCase()} (${part.values.map(formatScalar).join(', ')})`
    case 'like':
    case 'not like':
      return `${formatOperand(part.left)} ${part.op.toUpperCase()} ${formatScalar(part.pattern)}`
    case 'any result':
      return formatAnyResult(part)
    case 'is null':
    case 'is not null':
      return `${formatOperand(part.of)} ${part.op.toUpperCase()}`
    default:
      return `${formatOperand(part.left)} ${part.op} ${formatOperand(part.right)}`
  }
}
