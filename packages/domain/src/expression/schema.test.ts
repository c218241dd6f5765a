import { describe, expect, test } from 'vitest'
import { comparisons, functions, type FunctionName } from './expression.ts'
import { ExpressionTree } from './schema.ts'

const predicate = { op: '=', left: { field: 'HB' }, right: { value: 1 } }
const nested = (depth: number): unknown => (depth === 0 ? predicate : { op: 'not', of: nested(depth - 1) })
const messages = (tree: unknown): string[] => ExpressionTree.safeParse(tree).error?.issues.map(({ message }) => message) ?? []

describe('a tree from outside', () => {
  test('is parsed to the spelling of the dictionary', () => {
    expect(ExpressionTree.parse({ op: 'is null', of: { field: 'hb_last' } })).toEqual({ op: 'is null', of: { field: 'HB_LAST' } })
  })

  test.each<[string, unknown, string]>([
    ['too deep', nested(25), 'expression_too_deep'],
    [
      'too many predicates',
      { op: 'and', of: Array.from({ length: 11 }, () => ({ op: 'or', of: Array(10).fill(predicate) })) },
      'expression_too_large',
    ],
    ['too many items', { op: 'in', left: { field: 'TT' }, values: Array(501).fill('A') }, 'filter_too_many_values'],
    ['a number compareWith with a text', { op: '=', left: { field: 'HB' }, right: { value: 'x' } }, 'expression_type_wrong'],
    ['a day that does not exist', { op: '=', left: { field: 'DOD' }, right: { value: '2001-02-31' } }, 'expression_type_wrong'],
    ['an order of booleans', { op: '<', left: { field: 'BMT' }, right: { value: true } }, 'expression_type_wrong'],
    [
      'a function without its arguments',
      { op: '=', left: { call: 'power', args: [{ value: 1 }] }, right: { value: 1 } },
      'expression_type_wrong',
    ],
    ['the reason of an excluded field', { op: 'is null', of: { missingReason: 'surname' } }, 'filter_field_excluded'],
    ['an excluded field', { op: 'is null', of: { field: 'surname' } }, 'filter_field_excluded'],
    [
      'an excluded field inside a function',
      { op: '=', left: { call: 'years_between', args: [{ field: 'DOB' }, { call: 'today', args: [] }] }, right: { value: 1 } },
      'filter_field_excluded',
    ],
    ['an unknown field', { op: 'is null', of: { field: '__proto__' } }, 'filter_field_unknown'],
  ])('%s is rejected', (_, tree, code) => expect(messages(tree)).toContain(code))

  test.each<[string, unknown]>([
    ['the day of recording', { op: 'is null', of: { recordedOn: 'HB' } }],
    ['the value before the save', { op: 'is null', of: { previous: 'HB' } }],
    ['an extra key', { ...predicate, extra: 1 }],
    ['a prototype key', JSON.parse('{"op":"is null","of":{"field":"HB"},"__proto__":{}}')],
    ['an unknown function', { op: '=', left: { call: 'pg_sleep', args: [{ value: 1 }] }, right: { value: 1 } }],
    ['no branch', { op: 'and', of: [] }],
    ['a text', 'HB = 1'],
    ['nothing', null],
  ])('%s is rejected too', (_, tree) => expect(ExpressionTree.safeParse(tree).success).toBe(false))

  const compareWith = (right: unknown) => ({ op: '=', left: { field: 'DEAD_CAUSE' }, right: { value: right } })
  const sum = (count: number) => ({ op: '=', left: { call: 'greatest', args: Array(count).fill({ field: 'HB' }) }, right: { value: 1 } })

  const [hb, bmt, dod, text] = [{ field: 'HB' }, { field: 'BMT' }, { field: 'DOD' }, { field: 'DEAD_CAUSE' }]
  const today = { call: 'today', args: [] }
  /** One use of each function, compareWith with a number or a day. */
  const used: Record<FunctionName, readonly unknown[]> = {
    '+': [hb, hb],
    '-': [hb, hb],
    '*': [hb, hb],
    '/': [hb, hb],
    power: [hb, hb],
    least: [hb, hb],
    greatest: [hb, hb],
    abs: [hb],
    coalesce: [hb, hb],
    count_true: [bmt, bmt],
    years_between: [dod, today],
    days_between: [dod, today],
    year: [dod],
    month: [dod],
    today: [],
    days_ago: [{ value: 30 }],
    months_ago: [{ value: 24 }],
    years_ago: [{ value: 100 }],
    floor: [hb],
    ceil: [hb],
    lower: [text],
    length: [text],
  }

  test.each<[string, unknown]>([
    ...comparisons.map((op): [string, unknown] => [`with ${op}`, { op, left: hb, right: { value: 1 } }]),
    ...Object.entries(used).map(([call, args]): [string, unknown] => [
      `with the function ${call}`,
      { op: '<', left: { call, args }, right: call === 'today' || call.endsWith('_ago') ? dod : call === 'lower' ? text : hb },
    ]),
    // The comparison and its operands are the two lowest levels.
    ['with the maximum depth', nested(18)],
    [
      'with the maximum number of predicates',
      { op: 'and', of: Array.from({ length: 10 }, () => ({ op: 'or', of: Array(10).fill(predicate) })) },
    ],
    ['with the maximum number of branches', { op: 'or', of: Array(100).fill(predicate) }],
    ['with the maximum number of items', { op: 'in', left: { field: 'TT' }, values: Array(500).fill('A') }],
    ['with the maximum number of arguments', sum(40)],
    ['with the longest text', compareWith('x'.repeat(1000))],
    ['with the longest pattern', { op: 'like', left: { field: 'DEAD_CAUSE' }, pattern: 'x'.repeat(1000) }],
    ['with one branch', { op: 'and', of: [predicate] }],
    ...(['is null', 'is not null'] as const).map((op): [string, unknown] => [op, { op, of: { field: 'HB' } }]),
    ...(['in', 'not in'] as const).map((op): [string, unknown] => [op, { op, left: { field: 'HB' }, values: [1] }]),
    ...(['like', 'not like'] as const).map((op): [string, unknown] => [op, { op, left: { field: 'DEAD_CAUSE' }, pattern: '%' }]),
  ])('%s is accepted unchanged', (_, tree) => expect(ExpressionTree.parse(tree)).toEqual(tree))

  test.each<[string, unknown, string]>([
    ['one level too deep', nested(19), 'expression_too_deep'],
    ['one branch too many', { op: 'or', of: Array(101).fill(predicate) }, 'expression_too_large'],
    [
      'one negated predicate too many',
      { op: 'and', of: [{ op: 'not', of: { op: 'or', of: Array(60).fill(predicate) } }, ...Array(41).fill(predicate)] },
      'expression_too_large',
    ],
    ['no item', { op: 'in', left: { field: 'TT' }, values: [] }, 'filter_value_missing'],
    ['a pattern that is too long', { op: 'like', left: { field: 'DEAD_CAUSE' }, pattern: 'x'.repeat(1001) }, 'expression_too_large'],
  ])('%s is rejected with its reason', (_, tree, code) => expect(messages(tree)).toContain(code))

  test.each<[string, unknown]>([
    ['one argument too many', sum(41)],
    ['a text that is too long', compareWith('x'.repeat(1001))],
    ['a field that is no text', { op: 'is null', of: { field: 7 } }],
  ])('%s is rejected as well', (_, tree) => expect(ExpressionTree.safeParse(tree).success).toBe(false))

  test('a filter has six comparisons and twenty-two functions', () => {
    expect(comparisons).toEqual(['=', '<>', '<', '<=', '>', '>='])
    expect(functions.toSorted()).toEqual(Object.keys(used).toSorted())
  })

  test('no nesting exhausts the stack', () => {
    let tree: unknown = predicate
    for (let depth = 0; depth < 200_000; depth++) tree = { op: 'not', of: tree }
    expect(messages(tree)).toEqual(['expression_too_deep'])
  })
})
