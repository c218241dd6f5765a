import { describe, expect, test } from 'vitest'
import { describeExpression } from './describe.ts'
import type { Comparison, Expression, FunctionName, Operand } from './expression.ts'

const hb: Operand = { field: 'HB' }
const call = (name: FunctionName, ...args: readonly Operand[]): Operand => ({ call: name, args })
const equals = (left: Operand, value: string | number | boolean): Expression => ({ op: '=', left, right: { value } })
const inBoth = (expression: Expression): readonly string[] => [
  describeExpression(expression, { language: 'it' }),
  describeExpression(expression, { language: 'en' }),
]

const operators: [Expression['op'], string, string][] = [
  ['=', 'è uguale a', 'equals'],
  ['<>', 'è diverso da', 'differs from'],
  ['<', 'è minore di', 'is less than'],
  ['<=', 'è minore o uguale a', 'is at most'],
  ['>', 'è maggiore di', 'is greater than'],
  ['>=', 'è maggiore o uguale a', 'is at least'],
]
const functionNames: [Operand, string, string][] = [
  [call('+', hb, { value: 1 }), '(«Emoglobina» + 1)', '(“Haemoglobin” + 1)'],
  [call('-', hb, { value: 1 }), '(«Emoglobina» − 1)', '(“Haemoglobin” − 1)'],
  [call('*', hb, { value: 1 }), '(«Emoglobina» × 1)', '(“Haemoglobin” × 1)'],
  [call('/', hb, { value: 1 }), '(«Emoglobina» / 1)', '(“Haemoglobin” / 1)'],
  [call('power', hb, { value: 2 }), '(«Emoglobina» ^ 2)', '(“Haemoglobin” ^ 2)'],
  [call('least', hb, { value: 1 }), 'il minore tra («Emoglobina», 1)', 'the least of (“Haemoglobin”, 1)'],
  [call('greatest', hb, { value: 1 }), 'il maggiore tra («Emoglobina», 1)', 'the greatest of (“Haemoglobin”, 1)'],
  [call('abs', hb), 'valore assoluto di («Emoglobina»)', 'absolute value of (“Haemoglobin”)'],
  [call('coalesce', hb, { value: 1 }), 'il primo indicato tra («Emoglobina», 1)', 'the first given of (“Haemoglobin”, 1)'],
  [
    call('count_true', { field: 'BMT' }),
    'numero di sì tra («Trapianto di cellule staminali»)',
    'number of yes among (“Stem cell transplant”)',
  ],
  ...(
    [
      ['days_ago', 1, '1 giorno fa', '1 day ago'],
      ['months_ago', 24, '24 mesi fa', '24 months ago'],
      ['years_ago', 2, '2 anni fa', '2 years ago'],
    ] as const
  ).map(([name, value, it, en]): [Operand, string, string] => [
    call('days_between', { field: 'DOD' }, call(name, { value })),
    `giorni da «Data della diagnosi» a ${it}`,
    `days from “Date of diagnosis” to ${en}`,
  ]),
  [
    call('days_between', { field: 'DOD' }, call('today')),
    'giorni da «Data della diagnosi» a oggi',
    'days from “Date of diagnosis” to today',
  ],
]

const days: [Comparison, string, string][] = [
  ['=', 'è il', 'is on'],
  ['<>', 'non è il', 'is not on'],
  ['<', 'è prima del', 'is before'],
  ['<=', 'entro il', 'is on or before'],
  ['>', 'è dopo il', 'is after'],
  ['>=', 'a partire dal', 'is on or after'],
]

describe('the words of a described expression', () => {
  test.each(days)('a day that %s another is described in both languages', (op, it, en) => {
    const day = { field: 'DOD' } as const
    expect(inBoth({ op, left: day, right: { value: '2008-01-01' } })).toEqual([
      `«Data della diagnosi» ${it} 01/01/2008`,
      `“Date of diagnosis” ${en} 01/01/2008`,
    ])
  })

  test('a day compared with a field keeps the words of sizes', () => {
    expect(inBoth({ op: '<', left: { field: 'DOD' }, right: { field: 'TT_START' } })[1]).toMatch(/^“Date of diagnosis” is less than “/)
  })

  test.each(operators)('%s is described in both languages', (op, it, en) => {
    const expression = { op, left: hb, right: { value: 9.5 } } as Expression
    expect(inBoth(expression)).toEqual([`«Emoglobina» ${it} 9,5 g/dL`, `“Haemoglobin” ${en} 9.5 g/dL`])
  })

  test.each(functionNames)('the function %j is described in both languages', (operand, it, en) => {
    expect(inBoth(equals(operand, 3))).toEqual([`${it} è uguale a 3`, `${en} equals 3`])
  })

  test.each<[Expression, string, string]>([
    [equals({ field: 'BMT' }, true), '«Trapianto di cellule staminali»: sì', '“Stem cell transplant”: yes'],
    [equals({ field: 'HOSPEDAL_CAUSES' }, '285.9'), '«Cause di ricovero» comprende «285.9»', '“Causes of admission” includes “285.9”'],
    [
      { op: '<>', left: { field: 'HOSPEDAL_CAUSES' }, right: { value: '285.9' } },
      '«Cause di ricovero» non comprende «285.9»',
      '“Causes of admission” does not include “285.9”',
    ],
    [
      { op: 'in', left: { field: 'HOSPEDAL_CAUSES' }, values: ['285.9', '285.8'] },
      '«Cause di ricovero» comprende «285.9» o «285.8»',
      '“Causes of admission” includes “285.9” or “285.8”',
    ],
    [
      { op: 'not in', left: { field: 'TT' }, values: ['NEVER', 'PAST'] },
      '«Regime trasfusionale» non è tra «NEVER» o «PAST»',
      '“Transfusion regimen” is none of “NEVER” or “PAST”',
    ],
    [
      { op: 'not like', left: { field: 'DEAD_CAUSE' }, pattern: '%cuore%' },
      '«Causa del decesso» non assomiglia a «%cuore%»',
      '“Cause of death” is not like “%cuore%”',
    ],
    [{ op: '<', left: { previous: 'HB' }, right: hb }, '«Emoglobina» è minore di «Emoglobina»', '“Haemoglobin” is less than “Haemoglobin”'],
    [
      { op: 'not', of: { op: 'and', of: [equals(hb, 1), { op: 'or', of: [equals(hb, 2), equals(hb, 3)] }] } },
      'non è vero che («Emoglobina» è uguale a 1 g/dL e («Emoglobina» è uguale a 2 g/dL oppure «Emoglobina» è uguale a 3 g/dL))',
      'it is not true that (“Haemoglobin” equals 1 g/dL and (“Haemoglobin” equals 2 g/dL or “Haemoglobin” equals 3 g/dL))',
    ],
  ])('%j', (expression, it, en) => {
    expect(inBoth(expression)).toEqual([it, en])
  })
})
