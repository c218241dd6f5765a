import { describe, expect, test } from 'vitest'
import { describeExpression } from './describe.ts'
import type { Expression } from './expression.ts'

const findLabel = (table: string, id: string): string | undefined => (table === 'svc_tt' && id === 'NEVER' ? 'Mai trasfuso' : undefined)

const cases: [Expression, string, string][] = [
  [
    { op: '>', left: { field: 'FERRITIN_LAST' }, right: { value: 2500 } },
    '«Ferritina: ultimo valore» è maggiore di 2.500 ng/mL',
    '“Ferritin: last value” is greater than 2,500 ng/mL',
  ],
  [
    { op: '=', left: { field: 'TT' }, right: { value: 'NEVER' } },
    '«Regime trasfusionale» è uguale a «Mai trasfuso»',
    '“Transfusion regimen” equals “Mai trasfuso”',
  ],
  [
    { op: 'in', left: { field: 'TT' }, values: ['NEVER', 'PAST', 'X'] },
    '«Regime trasfusionale» è uno tra «Mai trasfuso», «PAST» o «X»',
    '“Transfusion regimen” is one of “Mai trasfuso”, “PAST” or “X”',
  ],
  [
    { op: '<=', left: { field: 'DOD' }, right: { value: '2001-02-03' } },
    '«Data della diagnosi» entro il 03/02/2001',
    '“Date of diagnosis” is on or before 03/02/2001',
  ],
  [{ op: '=', left: { field: 'BMT' }, right: { value: false } }, '«Trapianto di cellule staminali»: no', '“Stem cell transplant”: no'],
  [
    { op: '<', left: { recordedOn: 'HB' }, right: { value: '2001-02-03' } },
    'il giorno di registrazione di «Emoglobina» è prima del 03/02/2001',
    'the day of recording of “Haemoglobin” is before 03/02/2001',
  ],
  [
    { op: '=', left: { missingReason: 'HB' }, right: { value: 'refused' } },
    '«Emoglobina» manca, con motivo «Rifiutato dal paziente»',
    '“Haemoglobin” is missing for the reason “Refused by the patient”',
  ],
  [{ op: 'is null', of: { field: 'HB' } }, '«Emoglobina» non è indicato', '“Haemoglobin” is not given'],
  [
    { op: 'not in', left: { field: 'HOSPEDAL_CAUSES' }, values: ['285.9'] },
    '«Cause di ricovero» non comprende «285.9»',
    '“Causes of admission” does not include “285.9”',
  ],
  [
    { op: 'like', left: { field: 'DEAD_CAUSE' }, pattern: '%cuore%' },
    '«Causa del decesso» assomiglia a «%cuore%»',
    '“Cause of death” is like “%cuore%”',
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
    '(“Haemoglobin” is given or it is not true that “ALT” is not given) and years from “Date of diagnosis” to today is less than 18',
  ],
]

const differs = { op: '<>', left: { field: 'HB' }, right: { value: 7 } } as const
const noHb = { op: 'is null', of: { field: 'HB' } } as const

describe('missing values', () => {
  const left = '(those without a value are left out)'
  test.each<[Expression, string]>([
    [differs, `“Haemoglobin” differs from 7 g/dL ${left}`],
    [{ op: 'not in', left: { field: 'HB' }, values: [7, 8] }, `“Haemoglobin” is none of 7 or 8 ${left}`],
    [{ op: 'not like', left: { field: 'DEAD_CAUSE' }, pattern: '%' }, `“Cause of death” is not like “%” ${left}`],
    [{ op: '=', left: { field: 'HB' }, right: { value: 7 } }, '“Haemoglobin” equals 7 g/dL'],
    [{ op: 'in', left: { field: 'HB' }, values: [7] }, '“Haemoglobin” is one of 7'],
    [{ op: 'or', of: [differs, noHb] }, '“Haemoglobin” differs from 7 g/dL or “Haemoglobin” is not given'],
    [
      { op: 'or', of: [differs, { op: 'is null', of: { field: 'ALT' } }] },
      `“Haemoglobin” differs from 7 g/dL ${left} or “ALT” is not given`,
    ],
    [
      { op: 'or', of: [differs, { op: 'is not null', of: { field: 'HB' } }] },
      `“Haemoglobin” differs from 7 g/dL ${left} or “Haemoglobin” is given`,
    ],
    [{ op: 'or', of: [differs, { op: 'is null', of: { value: 1 } }] }, `“Haemoglobin” differs from 7 g/dL ${left} or 1 is not given`],
    [{ op: 'and', of: [differs, noHb] }, `“Haemoglobin” differs from 7 g/dL ${left} and “Haemoglobin” is not given`],
    [
      { op: 'or', of: [{ op: 'and', of: [differs, noHb] }, noHb] },
      `(“Haemoglobin” differs from 7 g/dL ${left} and “Haemoglobin” is not given) or “Haemoglobin” is not given`,
    ],
  ])('%j', (expression, text) => {
    expect(describeExpression(expression, { language: 'en', missing: true })).toBe(text)
    expect(describeExpression(expression, { language: 'en' })).toBe(text.replace(` ${left}`, ''))
  })

  test('are described in Italian too', () => {
    expect(describeExpression(differs, { language: 'it', missing: true })).toBe(
      '«Emoglobina» è diverso da 7 g/dL (chi non ha un valore resta fuori)',
    )
  })
})

test('brackets appear only around nested branches', () => {
  const both: Expression = { op: 'and', of: [noHb, noHb] }
  const describeEnglish = (expression: Expression): string => describeExpression(expression, { language: 'en' })
  const inner = '“Haemoglobin” is not given and “Haemoglobin” is not given'
  expect(describeEnglish({ op: 'or', of: [both] })).toBe(inner)
  expect(describeEnglish({ op: 'and', of: [both, noHb] })).toBe(`(${inner}) and “Haemoglobin” is not given`)
  expect(describeEnglish({ op: 'not', of: { op: 'or', of: [noHb, noHb] } })).toBe(
    'it is not true that (“Haemoglobin” is not given or “Haemoglobin” is not given)',
  )
  expect(describeEnglish({ op: 'not', of: noHb })).toBe('it is not true that “Haemoglobin” is not given')
})

describe('an expression in words', () => {
  test.each(cases)('%j', (expression, it, en) => {
    expect(describeExpression(expression, { language: 'it', findLabel })).toBe(it)
    expect(describeExpression(expression, { language: 'en', findLabel })).toBe(en)
  })
})
