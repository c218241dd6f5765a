import { expect, test } from 'vitest'
import { comparisons, type Expression, type Operand } from './expression.ts'
import { formatExpressionAsSql } from './sql-text.ts'

const hb = { field: 'HB' } as const
const dod = { field: 'DOD' } as const
const one = { value: 1 } as const

test.each<[Expression, string]>([
  [{ op: '>', left: hb, right: { value: 9.5 } }, 'HB > 9.5'],
  [{ op: '<>', left: { field: 'DEAD_CAUSE' }, right: { value: "l'ictus" } }, "DEAD_CAUSE <> 'l''ictus'"],
  [{ op: '=', left: { field: 'BMT' }, right: { value: true } }, 'BMT = true'],
  [{ op: '=', left: { field: 'BMT' }, right: { value: false } }, 'BMT = false'],
  [{ op: 'in', left: { field: 'TT' }, values: ['NEVER', "l'altro"] }, "TT IN ('NEVER', 'l''altro')"],
  [{ op: 'not in', left: { field: 'TT' }, values: ['NEVER', 'PAST'] }, "TT NOT IN ('NEVER', 'PAST')"],
  [{ op: 'like', left: { field: 'DEAD_CAUSE' }, pattern: '%a%' }, "DEAD_CAUSE LIKE '%a%'"],
  [{ op: 'not like', left: { field: 'DEAD_CAUSE' }, pattern: "%l'%" }, "DEAD_CAUSE NOT LIKE '%l''%'"],
  [{ op: 'not', of: { op: 'is null', of: hb } }, 'NOT (HB IS NULL)'],
  [{ op: '=', left: { missingReason: 'HB' }, right: { value: 'unknown' } }, "missing_reason(HB) = 'unknown'"],
  [{ op: '<', left: { previous: 'HB' }, right: hb }, 'previous(HB) < HB'],
  [{ op: '<', left: { recordedOn: 'HB' }, right: dod }, 'recorded_on(HB) < DOD'],
  [
    {
      op: 'or',
      of: [
        { op: 'not', of: { op: 'is null', of: hb } },
        {
          op: 'and',
          of: [
            { op: 'is null', of: hb },
            { op: 'is null', of: dod },
          ],
        },
      ],
    },
    'NOT (HB IS NULL) OR (HB IS NULL AND DOD IS NULL)',
  ],
  [
    {
      op: 'and',
      of: [
        {
          op: 'or',
          of: [
            { op: 'is null', of: hb },
            { op: 'is not null', of: hb },
          ],
        },
        { op: '<', left: { call: 'years_between', args: [{ field: 'DOD' }, { call: 'today', args: [] }] }, right: { value: 18 } },
        { op: '=', left: { call: '+', args: [hb, { value: 1 }] }, right: { value: 2 } },
      ],
    },
    '(HB IS NULL OR HB IS NOT NULL) AND years_between(DOD, current_date) < 18 AND (HB + 1) = 2',
  ],
])('%j becomes %s', (tree, text) => expect(formatExpressionAsSql(tree)).toBe(text))

test.each(comparisons)('the comparison %s stays the same', (op) => {
  expect(formatExpressionAsSql({ op, left: hb, right: one })).toBe(`HB ${op} 1`)
})

test.each<[Operand, string]>([
  [{ call: '+', args: [hb, one] }, '(HB + 1)'],
  [{ call: '-', args: [hb, one] }, '(HB - 1)'],
  [{ call: '*', args: [hb, one] }, '(HB * 1)'],
  [{ call: '/', args: [hb, one] }, '(HB / 1)'],
  [{ call: 'power', args: [hb, one] }, 'power(HB, 1)'],
  [{ call: 'least', args: [hb, one] }, 'least(HB, 1)'],
  [{ call: 'greatest', args: [hb, one] }, 'greatest(HB, 1)'],
  [{ call: 'abs', args: [hb] }, 'abs(HB)'],
  [{ call: 'coalesce', args: [hb, one] }, 'coalesce(HB, 1)'],
  [{ call: 'count_true', args: [{ field: 'BMT' }, { field: 'GT' }] }, 'count_true(BMT, GT)'],
  [{ call: 'years_between', args: [dod, { call: 'today', args: [] }] }, 'years_between(DOD, current_date)'],
  [{ call: 'floor', args: [hb] }, 'floor(HB)'],
  [{ call: 'ceil', args: [hb] }, 'ceil(HB)'],
  [{ call: 'year', args: [dod] }, 'extract(year from DOD)'],
  [{ call: 'month', args: [dod] }, 'extract(month from DOD)'],
  [{ call: 'lower', args: [{ field: 'DEAD_CAUSE' }] }, 'lower(DEAD_CAUSE)'],
  [{ call: 'length', args: [{ field: 'DEAD_CAUSE' }] }, 'length(DEAD_CAUSE)'],
  [{ call: 'days_between', args: [dod, dod] }, 'days_between(DOD, DOD)'],
])('the function %j becomes %s', (operand, text) => {
  expect(formatExpressionAsSql({ op: 'is null', of: operand })).toBe(`${text} IS NULL`)
})
