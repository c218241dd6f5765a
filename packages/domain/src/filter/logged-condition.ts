import { listExpressionFields, type Expression, type Operand } from '../expression/expression.ts'
import { formatExpressionAsSql } from '../expression/sql-text.ts'
import { getField, isFreeText } from '../fields/dictionary.ts'

/** Replaces a constant that was compared with a free text. */
const omitted = '…'

/** Longer texts are cut: the log is no archive of conditions, and the filter's version has the whole one. */
const maxLoggedLength = 2000

const omitOperand = (operand: Operand): Operand => {
  if ('value' in operand) return { value: omitted }
  return 'call' in operand ? { ...operand, args: operand.args.map(omitOperand) } : operand
}

const omitConstants = (part: Expression): Expression => {
  switch (part.op) {
    case 'and':
    case 'or':
      return { ...part, of: part.of.map(omitConstants) }
    case 'not':
      return { ...part, of: omitConstants(part.of) }
    case 'any result':
      return part
    default:
      return listExpressionFields(part).some((name) => isFreeText(getField(name))) ? omitInComparison(part) : part
  }
}

const omitInComparison = (part: Exclude<Expression, { readonly op: 'and' | 'or' | 'not' | 'any result' }>): Expression => {
  switch (part.op) {
    case 'in':
    case 'not in':
      return { ...part, left: omitOperand(part.left), values: part.values.map(() => omitted) }
    case 'like':
    case 'not like':
      return { ...part, left: omitOperand(part.left), pattern: omitted }
    case 'is null':
    case 'is not null':
      return { ...part, of: omitOperand(part.of) }
    default:
      return { ...part, left: omitOperand(part.left), right: omitOperand(part.right) }
  }
}

/** Formats a condition for the audit log without constants compared with a free text. A note may name a person (REQ-ADM-01). */
export const formatLoggedCondition = (condition: Expression): string => {
  const text = formatExpressionAsSql(omitConstants(condition)) || 'true'
  return text.length > maxLoggedLength ? `${text.slice(0, maxLoggedLength - omitted.length)}${omitted}` : text
}
