import { z } from 'zod'
import type { ErrorCode } from '../error-messages.ts'
import { findFieldNameError, FilterFieldName } from '../filter/field-name.ts'
import { comparisons, functions, type Expression, type Operand } from './expression.ts'
import { withErrorCode } from '../error.ts'
import { isWellTyped } from './types.ts'

/** Limits of a tree from outside (THREAT-01). The depth counts nodes from the root to a leaf, including operands. */
export const expressionLimits = { depth: 20, predicates: 100, items: 500, arguments: 40, text: 1000 } as const

/**
 * Returns the error of a tree that is too deep or names a field that filters may not use. It avoids recursion, so that no
 * nesting exhausts the stack. It runs before the schema, because a zod union would hide the reason.
 */
const findTreeError = (tree: unknown): ErrorCode | undefined => {
  const pending: [unknown, number][] = [[tree, 0]]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [node, parentDepth] = next
    if (typeof node !== 'object' || node === null) continue
    const depth = Array.isArray(node) ? parentDepth : parentDepth + 1
    if (depth > expressionLimits.depth) return 'expression_too_deep'
    const name = 'field' in node ? node.field : 'missingReason' in node ? node.missingReason : 'results' in node ? node.results : undefined
    const detail = typeof name === 'string' ? findFieldNameError(name) : undefined
    if (detail) return detail
    for (const child of Object.values(node)) pending.push([child, depth])
  }
  return undefined
}

const checkTree = (tree: unknown, context: z.RefinementCtx): void => {
  const message = findTreeError(tree)
  if (message) context.addIssue({ code: 'custom', message })
}

const Text = z.string().max(expressionLimits.text, withErrorCode('expression_too_large'))
const Scalar = z.union([Text, z.number(), z.boolean()])

const Operand: z.ZodType<Operand> = z.lazy(() =>
  z.union([
    z.strictObject({ field: FilterFieldName }),
    z.strictObject({ missingReason: FilterFieldName }),
    z.strictObject({ results: FilterFieldName, measure: z.enum(['count', 'months']) }),
    z.strictObject({ results: FilterFieldName, measure: z.literal('value'), day: Text }),
    z.strictObject({ value: Scalar }),
    z.strictObject({
      call: z.enum(functions),
      args: z.array(Operand).max(expressionLimits.arguments, withErrorCode('expression_too_large')),
    }),
  ]),
)

const Values = z
  .array(Scalar)
  .min(1, withErrorCode('filter_value_missing'))
  .max(expressionLimits.items, withErrorCode('filter_too_many_values'))

const Node: z.ZodType<Expression> = z.lazy(() =>
  z.discriminatedUnion('op', [
    z.strictObject({
      op: z.enum(['and', 'or']),
      of: z.array(Node).min(1).max(expressionLimits.predicates, withErrorCode('expression_too_large')),
    }),
    z.strictObject({ op: z.literal('not'), of: Node }),
    z.strictObject({ op: z.enum(comparisons), left: Operand, right: Operand }),
    z.strictObject({ op: z.enum(['in', 'not in']), left: Operand, values: Values }),
    z.strictObject({ op: z.enum(['like', 'not like']), left: Operand, pattern: Text }),
    z.strictObject({ op: z.enum(['is null', 'is not null']), of: Operand }),
    z.strictObject({
      op: z.literal('any result'),
      results: FilterFieldName,
      is: z.enum([...comparisons, 'between']),
      values: z.array(z.number()).min(1).max(2),
    }),
  ]),
)

const countPredicates = (expression: Expression): number => {
  if (expression.op === 'and' || expression.op === 'or') return expression.of.reduce((count, part) => count + countPredicates(part), 0)
  return expression.op === 'not' ? countPredicates(expression.of) : 1
}

/** A tree from outside: within the limits, well typed, and only with fields that filters may use, in any letter case. */
export const ExpressionTree = z
  .unknown()
  .superRefine(checkTree)
  .pipe(Node)
  .refine((tree) => countPredicates(tree) <= expressionLimits.predicates, withErrorCode('expression_too_large'))
  .refine(isWellTyped, withErrorCode('expression_type_wrong'))
