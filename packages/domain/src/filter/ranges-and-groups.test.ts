import { describe, expect, test } from 'vitest'
import { evaluate } from '../expression/evaluate.ts'
import { formatExpressionAsSql } from '../expression/sql-text.ts'
import { Condition } from './condition.ts'
import { buildExpression, describeCondition, groupPredicates, removePredicate } from './condition-tree.ts'
import type { Predicate } from './predicate.ts'

const parse = (...predicates: unknown[]) => Condition.safeParse({ kind: 'predicates', predicates })
const read = (...predicates: unknown[]): Condition => Condition.parse({ kind: 'predicates', predicates })
const describeIn = (language: 'it' | 'en', ...predicates: unknown[]): string => describeCondition(read(...predicates), { language })
const format = (...predicates: unknown[]): string => formatExpressionAsSql(buildExpression(read(...predicates)))

const hb = { field: 'HB', operator: 'between', value: [7, 9.5] }
const start = { field: 'TT_START', operator: 'between', value: ['2001-02-03', '2010-12-31'] }
const recent = { field: 'TT_START', operator: 'in the last', value: '24 months' }
const old = { field: 'TT_START', operator: 'older than', value: '1 year' }

describe('REQ-FIL-26: a condition with two limits, or with days counted from today', () => {
  test.each([
    [hb, 'HB BETWEEN 7 AND 9.5', '«Emoglobina» è compreso tra 7 e 9,5 g/dL', '“Haemoglobin” is between 7 and 9.5 g/dL'],
    [
      start,
      "TT_START BETWEEN '2001-02-03' AND '2010-12-31'",
      '«Inizio delle trasfusioni» è compreso tra il 03/02/2001 e il 31/12/2010',
      '“Transfusion start” is between 03/02/2001 and 31/12/2010',
    ],
    [
      recent,
      'TT_START BETWEEN months_ago(24) AND current_date',
      '«Inizio delle trasfusioni» è negli ultimi 24 mesi',
      '“Transfusion start” is in the last 24 months',
    ],
    [old, 'TT_START < years_ago(1)', '«Inizio delle trasfusioni» risale a più di 1 anno fa', '“Transfusion start” is more than 1 year ago'],
    [
      { ...old, orMissing: true },
      '(TT_START < years_ago(1) OR TT_START IS NULL)',
      '«Inizio delle trasfusioni» risale a più di 1 anno fa oppure «Inizio delle trasfusioni» non è indicato',
      '“Transfusion start” is more than 1 year ago or “Transfusion start” is not given',
    ],
  ])('%j', (predicate, sql, italian, english) => {
    expect(format(predicate)).toBe(sql)
    expect(describeIn('it', predicate)).toBe(italian)
    expect(describeIn('en', predicate)).toBe(english)
    expect(Condition.parse(read(predicate))).toEqual(read(predicate))
  })

  test.each([
    ['2024-11-28', false, true],
    ['2024-11-29', true, true],
    ['2025-11-28', true, true],
    ['2025-11-29', true, false],
    ['2026-11-29', true, false],
    ['2026-11-30', false, false],
  ])('on 29/11/2026 the day %s: in the last 24 months %j, more than a year ago %j', (TT_START, inTheLast, olderThan) => {
    const isMet = (predicate: unknown) => evaluate(buildExpression(read(predicate)), { TT_START }, { today: '2026-11-29' })
    expect([isMet(recent), isMet(old)]).toEqual([inTheLast, olderThan])
  })

  test('both limits belong to the range', () => {
    const isMet = (HB: number | null) => evaluate(buildExpression(read(hb)), { HB }, { today: '2026-11-29' })
    expect([6.9, 7, 9.5, 9.6, null].map(isMet)).toEqual([false, true, true, false, null])
  })

  test('a period is stored in one spelling', () => {
    expect(read({ ...recent, value: ' 24 Month ' })).toEqual(read(recent))
    expect(read({ ...recent, value: '1 years' })).toMatchObject({ predicates: [{ value: '1 year' }] })
  })

  test.each([
    [{ ...hb, value: [9, 7] }, 'filter_range_reversed'],
    [{ ...start, value: ['2010-12-31', '2001-02-03'] }, 'filter_range_reversed'],
    [{ ...hb, value: [7] }, 'filter_value_wrong'],
    [{ ...hb, value: [7, 8, 9] }, 'filter_value_wrong'],
    [{ ...hb, value: 7 }, 'filter_value_wrong'],
    [{ ...hb, value: [] }, 'filter_value_missing'],
    [{ ...hb, value: [7, ''] }, 'filter_value_missing'],
    [{ ...hb, value: [7, 'x'] }, 'value_number_invalid'],
    [{ ...hb, orMissing: true }, 'filter_missing_superfluous'],
    [{ ...recent, value: '' }, 'filter_value_missing'],
    [{ ...recent, value: '0 months' }, 'value_period_invalid'],
    [{ ...recent, value: '1201 months' }, 'value_period_invalid'],
    [{ ...recent, value: '101 years' }, 'value_period_invalid'],
    [{ ...recent, value: '1.5 years' }, 'value_period_invalid'],
    [{ ...recent, value: '24' }, 'value_period_invalid'],
    [{ ...recent, value: '2024-01-01' }, 'value_period_invalid'],
    [{ ...recent, value: ['24 months'] }, 'filter_value_wrong'],
    [{ ...recent, orMissing: true }, 'filter_missing_superfluous'],
    [{ field: 'HB', operator: 'older than', value: '24 months' }, 'filter_operator_unknown'],
    [{ field: 'TT', operator: 'between', value: ['NEVER', 'PAST'] }, 'filter_operator_unknown'],
  ])('%j is rejected with %s', (predicate, code) => {
    expect(parse(predicate).error?.issues.map(({ message }) => message)).toEqual([code])
  })

  test('two limits of different fields are no range', () => {
    const [low, high] = [
      { field: 'HB', operator: '>=', value: 7 },
      { field: 'WEIGHT', operator: '<=', value: 60 },
    ]
    expect(format(low, high)).toBe('HB >= 7 AND WEIGHT <= 60')
    expect(format(low, { ...high, field: 'HB' })).toBe('HB BETWEEN 7 AND 60')
    expect(format({ ...high, field: 'HB' }, low)).toBe('HB <= 60 AND HB >= 7')
  })
})

describe('REQ-FIL-27: alternatives', () => {
  const female: Predicate = { field: 'SEX', operator: '=', value: 'F' }
  const never: Predicate = { field: 'TT', operator: '=', value: 'NEVER', or: true }
  const noAlt: Predicate = { field: 'ALT', operator: 'is null', or: true }
  const heavy: Predicate = { field: 'WEIGHT', operator: '>', value: 80 }

  test('are joined with OR, before the groups are joined with AND', () => {
    expect(groupPredicates([heavy, female, never, noAlt])).toEqual([[heavy], [female, never, noAlt]])
    expect(format(heavy, female, never, noAlt)).toBe("WEIGHT > 80 AND (SEX = 'F' OR TT = 'NEVER' OR ALT IS NULL)")
    expect(format(female, never)).toBe("(SEX = 'F' OR TT = 'NEVER')")
    expect(format(hb, noAlt)).toBe('(HB BETWEEN 7 AND 9.5 OR ALT IS NULL)')
    expect(describeIn('it', heavy, female, noAlt)).toBe(
      '«Peso» è maggiore di 80 kg e («Sesso alla nascita» è uguale a «F» oppure «ALT» non è indicato)',
    )
  })

  test('include missing values in one list', () => {
    expect(format({ ...female, operator: '<>', orMissing: true }, noAlt)).toBe("(SEX <> 'F' OR SEX IS NULL OR ALT IS NULL)")
  })

  test('a first predicate has nothing before it', () => {
    expect(format(never, heavy)).toBe("TT = 'NEVER' AND WEIGHT > 80")
  })

  test('stay in their group when another is removed', () => {
    const { or: _joined, ...alone } = never
    expect(removePredicate([heavy, female, never, noAlt], 1)).toEqual([heavy, alone, noAlt])
    expect(removePredicate([heavy, female, never, noAlt], 2)).toEqual([heavy, female, noAlt])
    expect(removePredicate([heavy, female, never, noAlt], 0)).toEqual([female, never, noAlt])
    expect(removePredicate([female], 0)).toEqual([])
  })

  test('`or: false` is the same as none', () => {
    expect(read({ ...female, or: false })).toEqual(read(female))
  })
})
