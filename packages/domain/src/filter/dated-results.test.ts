import { describe, expect, test } from 'vitest'
import { evaluate, type DatedResult } from '../expression/evaluate.ts'
import { formatExpressionAsSql } from '../expression/sql-text.ts'
import { Condition } from './condition.ts'
import { buildExpression, describeCondition } from './condition-tree.ts'
import { formatLegacyCondition } from './legacy.ts'

const parse = (...predicates: unknown[]) => Condition.safeParse({ kind: 'predicates', predicates })
const read = (...predicates: unknown[]): Condition => Condition.parse({ kind: 'predicates', predicates })
const findError = (change: Record<string, unknown>) => {
  const [issue] = parse({ ...count, ...change }).error?.issues ?? []
  return issue && [issue.path.at(-1), issue.message]
}

const any = { field: 'FERRITIN', results: 'any', operator: '>', value: 1000 }
const range = { ...any, operator: 'between', value: [500, 1000] }
const count = { field: 'FERRITIN', results: 'count', operator: '>=', value: 3 }
const months = { field: 'LIC_LAST', results: 'months', operator: '>', value: 24 }
const value = { field: 'FERRITIN', results: 'value', day: '2024-12-31', operator: '<', value: 1000 }

describe('REQ-FIL-32: a condition on dated results', () => {
  test.each([
    [
      any,
      'any_result(FERRITIN) > 1000',
      'almeno un risultato di «Ferritina» è maggiore di 1.000 ng/mL',
      'at least one result of “Ferritin” is greater than 1,000 ng/mL',
    ],
    [
      range,
      'any_result(FERRITIN) BETWEEN 500 AND 1000',
      'almeno un risultato di «Ferritina» è compreso tra 500 e 1.000 ng/mL',
      'at least one result of “Ferritin” is between 500 and 1,000 ng/mL',
    ],
    [
      count,
      'result_count(FERRITIN) >= 3',
      'il numero di risultati di «Ferritina» è maggiore o uguale a 3',
      'the number of results of “Ferritin” is at least 3',
    ],
    [
      { ...months, orMissing: true },
      '(months_since_result(LIC_LAST) > 24 OR months_since_result(LIC_LAST) IS NULL)',
      'il tempo in mesi dall’ultimo risultato di «Ferro epatico (LIC)» è maggiore di 24 oppure non c’è alcun risultato di «Ferro epatico (LIC)»',
      'the time in months since the newest result of “Liver iron concentration” is greater than 24 or there is no result of “Liver iron concentration”',
    ],
    [
      value,
      "result_at(FERRITIN, '2024-12-31') < 1000",
      'l’ultimo risultato di «Ferritina» fino al 31/12/2024 è minore di 1.000 ng/mL',
      'the newest result of “Ferritin” up to 31/12/2024 is less than 1,000 ng/mL',
    ],
  ])('%j', (predicate, sql, italian, english) => {
    const condition = read(predicate)
    expect(formatExpressionAsSql(buildExpression(condition))).toBe(sql)
    expect(describeCondition(condition, { language: 'it' })).toBe(italian)
    expect(describeCondition(condition, { language: 'en' })).toBe(english)
    expect(Condition.parse(condition)).toEqual(condition)
    expect(formatLegacyCondition(condition)).toMatchObject({
      filter_list: { PATIENT: [], MEDICAL_DATA: [] },
      sql_condition: expect.any(String),
    })
  })

  test('reads its day and numbers as people write them, and keeps a condition on the value of the record as it was', () => {
    expect(read({ ...value, day: '31/12/2024', value: '1000' })).toEqual(read(value))
    expect(read({ field: 'FERRITIN', operator: '>', value: 1000, results: null, day: null })).toEqual(
      read({ field: 'FERRITIN', operator: '>', value: 1000 }),
    )
  })

  test.each([
    ['of a field without results', { field: 'DOD' }, ['results', 'filter_results_unknown']],
    ['of the statistic of an analyte', { field: 'FERRITIN_MEAN' }, ['results', 'filter_results_unknown']],
    ['with a null check', { operator: 'is null', value: undefined }, ['operator', 'filter_operator_unknown']],
    ['without a value', { value: null }, ['value', 'filter_value_missing']],
    ['with a text', { value: 'tre' }, ['value', 'value_number_invalid']],
    ['with limits in the wrong order', { operator: 'between', value: [3, 2] }, ['value', 'filter_range_reversed']],
    ['without its day', { results: 'value' }, ['day', 'filter_value_missing']],
    ['with a day that does not exist', { results: 'value', day: '2024-02-30' }, ['day', 'value_date_invalid']],
    ['that includes missing values, where zero counts', { orMissing: true }, ['operator', 'filter_missing_superfluous']],
    ['of an unknown kind', { results: 'newest' }, ['results', expect.any(String)]],
  ])('is rejected %s', (_case, change, error) => expect(findError(change)).toEqual(error))

  const results: readonly DatedResult[] = [
    { field: 'FERRITIN', takenOn: '2024-12-31', value: 400 },
    { field: 'FERRITIN', takenOn: '2025-01-01', value: 1200 },
    { field: 'FERRITIN', takenOn: '2024-12-31', value: 900 },
    { field: 'LIC_LAST', takenOn: '2024-11-28', value: 7 },
  ]
  const isMet = (...predicates: unknown[]) => evaluate(buildExpression(read(...predicates)), {}, { today: '2026-11-29', results })

  test.each([
    ['one result is enough', [any], true],
    ['both limits of a range are met by one result', [{ ...range, value: [401, 899] }], false],
    [
      'two conditions are met by two results',
      [
        { ...any, value: 1000 },
        { ...any, operator: '<', value: 500 },
      ],
      true,
    ],
    ['the results are counted', [{ ...count, operator: '=' }], true],
    ['no result is counted as zero', [{ ...count, field: 'ALT', operator: '=', value: 0 }], true],
    ['months are whole', [{ ...months, operator: '=' }], true],
    ['months without a result are unknown', [{ ...months, field: 'ALT' }], null],
    ['months without a result can be included', [{ ...months, field: 'ALT', orMissing: true }], true],
    ['of one day the result recorded last counts', [{ ...value, operator: '=', value: 900 }], true],
    ['the day itself counts', [{ ...value, day: '2025-01-01', operator: '=', value: 1200 }], true],
    ['no result up to the day is unknown', [{ ...value, day: '2024-12-30' }], null],
  ])('%s', (_case, predicates, met) => expect(isMet(...predicates)).toBe(met))
})
