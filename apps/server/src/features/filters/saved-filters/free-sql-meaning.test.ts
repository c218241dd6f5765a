import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quotedLiterals } from '@registry/db/sql/expression'
import { allConsents, makeCentre, makeResults } from '@registry/db/testing/fixtures'
import type { Expression } from '@registry/domain/expression/expression'
import { formatExpressionAsSql } from '@registry/domain/expression/sql-text'
import { filterableFields, type Field } from '@registry/domain/fields/dictionary'
import { observedAnalytes } from '@registry/domain/observations/analytes'
import { missingReasons } from '@registry/domain/fields/missing'
import type { FieldType } from '@registry/domain/fields/field-definition'
import { Condition } from '@registry/domain/filter/condition'
import { buildExpression } from '@registry/domain/filter/condition-tree'
import {
  canIncludeMissing,
  canIncludeWithoutResults,
  isNullCheck,
  listOperators,
  resultMeasures,
  resultOperators,
  takesList,
  takesPeriod,
} from '@registry/domain/filter/operators'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { checkFreeSql } from '../free-sql/free-sql.ts'
import { compileCondition } from '../../filters/filter-query.ts'
import { goodSql } from './testing/good-sql.ts'

const today = '2026-03-01'
let server: TestServer

const values = {
  hb: [null, 7.5, 9, 9.5, 12, 10, 11.2],
  weight: [null, 38, 50, 60.5, 72],
  dead_cause: [null, "l'ictus", 'ICTUS', 'è 🩸', '"quoted" \\ $1 $$', 'x; DROP TABLE patient -- /* */', 'a%b_c', 'none', ''],
  bmt: [null, true, false],
  gt: [null, false, true, true],
  tt_start: [null, '2010-01-31', '2012-02-29', '2001-07-01', '2015-12-31'],
  hospedal_causes: [null, ['285.9'], ['038.2', '008.8'], ['285.9', '038.2']],
}
const pick = <T>(list: readonly T[], index: number): T => list[index % list.length]!

beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
  for (let index = 0; index < 40; index += 1) {
    const { fixture } = await server.patient({
      centre: 'RM01',
      centrePatientCode: `P${index}`,
      consents: pick([allConsents, allConsents, { C_DB_P: true, C_DB_M: false }, allConsents], index),
      personal: { sex: pick(['F', 'M', 'U'], index), address_zip: pick(['00185', '20121', ''], index) || null },
      medical: {
        ...Object.fromEntries(Object.entries(values).map(([name, list]) => [name, pick<unknown>(list, index + Math.floor(index / 7))])),
        missing_reasons: pick([null, { egfr: 'unknown' }, { egfr: 'refused' }, { egfr: 'not_done' }], index),
      },
    })
    const analyte = pick(['HB', 'LIC', 'WEIGHT'], index)
    const days = ['2010-01-31', '2012-02-29', '2012-02-29'].slice(0, index % 4)
    await makeResults(
      server.database.owner,
      fixture.id,
      days.map((takenOn, at) => ({ analyte, takenOn, value: pick([9, 9.5, 12, 60.5, 0], index + at) })),
    )
  }
})
afterAll(() => server[Symbol.asyncDispose]())

/** Returns the patients for whom each SQL condition is true, from the view of filters. */
const select = async (conditions: readonly string[]): Promise<string[]> => {
  const columns = conditions.map((condition, index) => `array_agg(id ORDER BY id) FILTER (WHERE ${condition})::text AS c${index}`)
  const [row] = await server.database.owner.unsafe<Record<string, string>[]>(
    `SELECT ${columns.join(', ')} FROM (SELECT * FROM filter_patient) AS filter_patient`,
  )
  return conditions.map((_, index) => row?.[`c${index}`] ?? '')
}

const compile = (tree: Expression): string => compileCondition(tree, quotedLiterals, today)
const parse = async (text: string): Promise<Expression> => {
  const { tree, problem } = await checkFreeSql(text)
  if (!tree) throw new Error(`${problem.code} ${JSON.stringify(problem.params)} in ${text}`)
  return tree
}

test('every good text selects whom the same SQL selects', async () => {
  const selected = new Set<string>()
  for (const [text, plain = text] of goodSql) {
    const tree = await parse(text)
    // A missing consent makes null checks unknown (REQ-FIL-04), unlike in plain SQL.
    const shown = 'c_db_m AND c_db_p'
    const isDay = /current_date/.test(text)
    const oracle = isDay ? plain.replaceAll('current_date', `DATE '${today}'`) : plain
    const [found, expected] = await select([`${shown} AND ${compile(tree)}`, `${shown} AND (${oracle})`])
    expect(found, text.slice(0, 200)).toBe(expected)
    selected.add(found ?? '')
  }
  expect(selected.size).toBeGreaterThan(35)
})

const text = fc.oneof(
  fc.constantFrom(...values.dead_cause.filter((each): each is string => each !== null && each !== ''), 'F', '285.9'),
  fc.string({
    unit: fc.constantFrom('a', 'B', 'à', "'", '"', '\\', '%', '_', ';', '-', '/', '*', '$', '🩸', ' ', '\n', 'E', '('),
    minLength: 1,
    maxLength: 6,
  }),
)
const number = fc.oneof(
  fc.constantFrom(9, 9.5, 12, 60.5, -0.5, 0, 1e21, 1e-7, 1.5e300),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const nonBlank = text.filter((each) => each.trim() !== '')
const valueByType: Record<FieldType, fc.Arbitrary<string | number | boolean>> = {
  string: nonBlank,
  integer: number,
  float: number,
  date: fc.constantFrom('2010-01-31', '2012-02-29', '2001-07-01', '1999-12-31'),
  boolean: fc.boolean(),
  choice: nonBlank,
  choices: nonBlank,
}

const fitsLength = ({ exportedLength = 1000 }: Field, value: unknown): boolean => String(value).length <= exportedLength

const predicate = fc.constantFrom(...filterableFields).chain((field) =>
  fc.constantFrom(...listOperators(field)).chain((operator) => {
    const value = (field.codes ? fc.constantFrom(...field.codes) : valueByType[field.type]).filter((each) => fitsLength(field, each))
    const list = fc.array(value, { minLength: 1, maxLength: 4 })
    const range = fc.tuple(value, value).map(([one, other]) => (one <= other ? [one, other] : [other, one]))
    const period = fc.constantFrom('1 day', '24 months', '20 years')
    const findValue = (): fc.Arbitrary<unknown> => {
      if (operator === 'missing because') return fc.constantFrom(...missingReasons)
      if (operator === 'between') return range
      if (takesPeriod(operator)) return period
      return takesList(operator) ? list : value
    }
    return fc.record({
      field: fc.constant(field.name),
      operator: fc.constant(operator),
      ...(!isNullCheck(operator) && { value: findValue() }),
      ...(canIncludeMissing(operator) && { orMissing: fc.boolean() }),
      or: fc.boolean(),
    })
  }),
)

const resultPredicate = fc
  .record({
    field: fc.constantFrom(...observedAnalytes.map(({ field }) => field.name)),
    results: fc.constantFrom(...resultMeasures),
    operator: fc.constantFrom(...resultOperators),
  })
  .chain(({ field, results, operator }) =>
    fc.record({
      field: fc.constant(field),
      results: fc.constant(results),
      operator: fc.constant(operator),
      value: operator === 'between' ? fc.tuple(number, number).map((range) => range.toSorted((one, other) => one - other)) : number,
      ...(results === 'value' && { day: valueByType.date }),
      ...(canIncludeWithoutResults(results, operator) && { orMissing: fc.boolean() }),
      or: fc.boolean(),
    }),
  )
const anyPredicate = fc.oneof({ weight: 4, arbitrary: predicate }, { weight: 1, arbitrary: resultPredicate })

test('REQ-FIL-16, REQ-FIL-32: the text of any conditions, parsed again, is the same tree and selects the same patients', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(anyPredicate, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 20 }), async (all) => {
      const trees = all.map((predicates) => buildExpression(Condition.parse({ kind: 'predicates', predicates })))
      const parsed = await Promise.all(trees.map((tree) => parse(formatExpressionAsSql(tree))))
      const selected = await select([...trees, ...parsed].map(compile))
      expect(selected.slice(trees.length)).toEqual(selected.slice(0, trees.length))
      found += selected.filter((ids) => ids !== '').length
    }),
    { numRuns: 60 },
  )
  expect(found).toBeGreaterThan(20)
})
