import { describe, expect, test } from 'vitest'
import { describeExpression } from './describe.ts'
import type { Expression } from './expression.ts'

const choice = (table: string, id: string): string | undefined => (table === 'svc_tt' && id === 'NEVER' ? 'Mai trasfuso' : undefined)

const cases: [Expression, string, string][] = [
  [
    { op: '>', left: { field: 'FERRITIN_LAST' }, right: { value: 2500 } },
    '«Ferritina: ultimo valore» è maggiore di 2500',
    '«Ferritin: last value» is greater than 2500',
  ],
  [
    { op: '=', left: { field: 'TT' }, right: { value: 'NEVER' } },
    '«Regime trasfusionale» è uguale a "Mai trasfuso"',
    '«Transfusion regimen» equals "Mai trasfuso"',
  ],
  [
    { op: 'in', left: { field: 'TT' }, values: ['NEVER', 'PAST', 'X'] },
    '«Regime trasfusionale» è uno tra "Mai trasfuso", "PAST" o "X"',
    '«Transfusion regimen» is one of "Mai trasfuso", "PAST" or "X"',
  ],
  [
    { op: '<=', left: { field: 'DOD' }, right: { value: '2001-02-03' } },
    '«Data della diagnosi» è minore o uguale a 03/02/2001',
    '«Date of diagnosis» is at most 03/02/2001',
  ],
  [
    { op: '=', left: { field: 'BMT' }, right: { value: false } },
    '«Trapianto di cellule staminali» è uguale a no',
    '«Stem cell transplant» equals no',
  ],
  [
    { op: '<', left: { recordedOn: 'HB' }, right: { value: '2001-02-03' } },
    'il giorno di registrazione di «Emoglobina» è minore di 03/02/2001',
    'the day of recording of «Haemoglobin» is less than 03/02/2001',
  ],
  [{ op: 'is null', of: { field: 'HB' } }, '«Emoglobina» non è indicato', '«Haemoglobin» is not given'],
  [
    { op: 'not in', left: { field: 'HOSPEDAL_CAUSES' }, values: ['285.9'] },
    '«Cause di ricovero» non comprende "285.9"',
    '«Causes of admission» does not include "285.9"',
  ],
  [
    { op: 'like', left: { field: 'DEAD_CAUSE' }, pattern: '%cuore%' },
    '«Causa del decesso» assomiglia a "%cuore%"',
    '«Cause of death» is like "%cuore%"',
  ],
  [
    {
      op: 'and',
      of: [
        {
          op: 'or',
          of: [
            { op: 'is not null', of: { field: 'HB' } },
            { op: 'not', of: { op: 'is null', of: { field: 'ALT' } } },
          ],
        },
        { op: '<', left: { call: 'years_between', args: [{ field: 'DOD' }, { call: 'today', args: [] }] }, right: { value: 18 } },
      ],
    },
    '(«Emoglobina» è indicato oppure non è vero che «ALT» non è indicato) e anni da «Data della diagnosi» a oggi è minore di 18',
    '(«Haemoglobin» is given or it is not true that «ALT» is not given) and years from «Date of diagnosis» to today is less than 18',
  ],
]

describe('an expression in words', () => {
  test.each(cases)('%j', (expression, it, en) => {
    expect(describeExpression(expression, { language: 'it', choice })).toBe(it)
    expect(describeExpression(expression, { language: 'en', choice })).toBe(en)
  })
})
