import { expect, test } from 'vitest'
import type { Expression } from './expression.ts'
import { writeExpression } from './sql-text.ts'

const hb = { field: 'HB' } as const

test.each<[Expression, string]>([
  [{ op: '>', left: hb, right: { value: 9.5 } }, 'HB > 9.5'],
  [{ op: '<>', left: { field: 'DEAD_CAUSE' }, right: { value: "l'ictus" } }, "DEAD_CAUSE <> 'l''ictus'"],
  [{ op: '=', left: { field: 'BMT' }, right: { value: true } }, 'BMT = true'],
  [{ op: 'not in', left: { field: 'TT' }, values: ['NEVER', 'PAST'] }, "TT NOT IN ('NEVER', 'PAST')"],
  [{ op: 'like', left: { field: 'DEAD_CAUSE' }, pattern: '%a%' }, "DEAD_CAUSE LIKE '%a%'"],
  [{ op: 'not', of: { op: 'is null', of: hb } }, 'NOT (HB IS NULL)'],
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
])('%j is written as %s', (tree, text) => expect(writeExpression(tree)).toBe(text))
