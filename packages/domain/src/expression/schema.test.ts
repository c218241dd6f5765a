import { describe, expect, test } from 'vitest'
import { ExpressionTree } from './schema.ts'

const test1 = { op: '=', left: { field: 'HB' }, right: { value: 1 } }
const nested = (depth: number): unknown => (depth === 0 ? test1 : { op: 'not', of: nested(depth - 1) })
const messages = (tree: unknown): string[] => ExpressionTree.safeParse(tree).error?.issues.map(({ message }) => message) ?? []

describe('a tree from outside', () => {
  test('comes out in the spelling of the dictionary', () => {
    expect(ExpressionTree.parse({ op: 'is null', of: { field: 'hb_last' } })).toEqual({ op: 'is null', of: { field: 'HB_LAST' } })
  })

  test.each<[string, unknown, string]>([
    ['too deep', nested(25), 'expression_too_deep'],
    [
      'too many tests',
      { op: 'and', of: Array.from({ length: 11 }, () => ({ op: 'or', of: Array(10).fill(test1) })) },
      'expression_too_large',
    ],
    ['too many items', { op: 'in', left: { field: 'TT' }, values: Array(501).fill('A') }, 'filter_too_many_values'],
    ['a number compared with a text', { op: '=', left: { field: 'HB' }, right: { value: 'x' } }, 'expression_type_wrong'],
    ['a day that does not exist', { op: '=', left: { field: 'DOD' }, right: { value: '2001-02-31' } }, 'expression_type_wrong'],
    ['an order of truths', { op: '<', left: { field: 'BMT' }, right: { value: true } }, 'expression_type_wrong'],
    [
      'a function without its arguments',
      { op: '=', left: { call: 'power', args: [{ value: 1 }] }, right: { value: 1 } },
      'expression_type_wrong',
    ],
    ['an excluded field', { op: 'is null', of: { field: 'surname' } }, 'filter_field_excluded'],
    [
      'an excluded field inside a function',
      { op: '=', left: { call: 'years_between', args: [{ field: 'DOB' }, { call: 'today', args: [] }] }, right: { value: 1 } },
      'filter_field_excluded',
    ],
    ['an unknown field', { op: 'is null', of: { field: '__proto__' } }, 'filter_field_unknown'],
  ])('%s is refused', (_, tree, code) => expect(messages(tree)).toContain(code))

  test.each<[string, unknown]>([
    ['the day of recording', { op: 'is null', of: { recordedOn: 'HB' } }],
    ['the record before', { op: 'is null', of: { previous: 'HB' } }],
    ['a further key', { ...test1, extra: 1 }],
    ['a prototype key', JSON.parse('{"op":"is null","of":{"field":"HB"},"__proto__":{}}')],
    ['an unknown function', { op: '=', left: { call: 'pg_sleep', args: [{ value: 1 }] }, right: { value: 1 } }],
    ['no branch', { op: 'and', of: [] }],
    ['a text', 'HB = 1'],
    ['nothing', null],
  ])('%s is refused too', (_, tree) => expect(ExpressionTree.safeParse(tree).success).toBe(false))

  test('no nesting exhausts the stack', () => {
    let tree: unknown = test1
    for (let depth = 0; depth < 200_000; depth++) tree = { op: 'not', of: tree }
    expect(messages(tree)).toEqual(['expression_too_deep'])
  })
})
