import { expect, test } from 'vitest'
import { listExpressionFields, type Expression, type Operand } from './expression.ts'

const hb: Operand = { field: 'HB' }
const alt: Operand = { field: 'ALT' }
const cause: Operand = { field: 'DEAD_CAUSE' }

test.each<[string, Expression, readonly string[]]>([
  ['both sides of a comparison', { op: '<', left: hb, right: alt }, ['HB', 'ALT']],
  ['a comparison with a constant', { op: '=', left: { value: 'HB' }, right: alt }, ['ALT']],
  ['the field of a list of items', { op: 'in', left: { field: 'TT' }, values: ['NEVER', 'HB'] }, ['TT']],
  ['the field of a negated list', { op: 'not in', left: { field: 'TT' }, values: ['PAST'] }, ['TT']],
  ['the field of a pattern', { op: 'like', left: cause, pattern: 'HB%' }, ['DEAD_CAUSE']],
  ['the field of a negated pattern', { op: 'not like', left: cause, pattern: '%' }, ['DEAD_CAUSE']],
  ['a field without value', { op: 'is null', of: hb }, ['HB']],
  ['a field with a value', { op: 'is not null', of: hb }, ['HB']],
  ['a negated branch', { op: 'not', of: { op: 'is null', of: hb } }, ['HB']],
  ['the field before the save', { op: '>', left: { field: 'WEIGHT' }, right: { previous: 'HB' } }, ['WEIGHT', 'HB']],
  ['the day on which the value was recorded', { op: '<', left: { recordedOn: 'HB' }, right: { field: 'DOD' } }, ['HB', 'DOD']],
  [
    'the arguments of a function and of a nested function',
    { op: '=', left: { call: 'least', args: [hb, { call: '+', args: [alt, { value: 1 }] }] }, right: { value: 2 } },
    ['HB', 'ALT'],
  ],
  [
    'every branch, each field once, in the order of first use',
    {
      op: 'or',
      of: [
        { op: 'is null', of: alt },
        {
          op: 'and',
          of: [
            { op: 'is null', of: hb },
            { op: 'is null', of: alt },
          ],
        },
      ],
    },
    ['ALT', 'HB'],
  ],
])('the fields of a tree are those of %s', (_case, tree, names) => expect(listExpressionFields(tree)).toEqual(names))
