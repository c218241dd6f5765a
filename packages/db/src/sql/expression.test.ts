import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate } from '@registry/domain/expression/evaluate'
import { listExpressionFields, type Expression } from '@registry/domain/expression/expression'
import { isWellTyped } from '@registry/domain/expression/types'
import { findField, getField, type Field, type FieldName } from '@registry/domain/fields/dictionary'
import type { FieldType } from '@registry/domain/fields/field-definition'
import { missingReasons as allReasons, type MissingValues } from '@registry/domain/fields/missing'
import type { PatientRecord, Value } from '@registry/domain/fields/values'
import type { ReferenceValue, ReferenceValues } from '@registry/domain/reference/reference-values'
import { computedStatistics } from '@registry/domain/observations/analytes'
import { valueSources, type ValueSource } from '@registry/domain/observations/value-sources'
import { buildRuleSet } from '@registry/domain/rules/rule-set'
import { randomExpression, randomFields, randomRecord, randomRecordingDays } from '../testing/random-expressions.ts'
import { compileExpression, numberedParameters, quotedLiterals, type Compilation } from './expression.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'

const today = '2026-03-01'

const columnType = {
  string: 'text',
  integer: 'integer',
  float: 'double precision',
  date: 'date',
  boolean: 'boolean',
  choice: 'text',
  choices: 'text[]',
} satisfies Record<FieldType, string>

type RecordingDays = Readonly<Partial<Record<FieldName, string>>>
type Pair = {
  readonly record: PatientRecord
  readonly previous: PatientRecord
  readonly recordedOn: RecordingDays
  readonly missing: MissingValues
  readonly sources: Readonly<Partial<Record<FieldName, ValueSource>>>
}

const database = useTestDatabase()

const column: Compilation['column'] = (field, version) => `${version === 'record' ? 'r' : 'p'}.${field.column}`
const missingReasons: Compilation['missingReasons'] = () => 'm.missing'
const source: Compilation['source'] = (field) => `coalesce(m.sources ->> '${field.name}', 'reported')`
const recordedOn: Compilation['recordedOn'] = (field, today) => `coalesce((d.days ->> '${field.name}')::date, ${today})`

/** Evaluates each expression on each pair in Postgres. The parameters of expressions follow those of records and days. */
const evaluateInPostgres = async (
  expressions: readonly string[],
  pairs: readonly Pair[],
  names: readonly FieldName[],
  values: readonly string[] = [],
) => {
  const columns = ['i integer', ...names.map(getField).map((field: Field) => `${field.column} ${columnType[field.type]}`)].join(', ')
  const listColumns = (record: PatientRecord) =>
    Object.entries(record).map(([name, value]) => [findField(name)?.column ?? name, value] as const)
  const days = JSON.stringify(pairs.map((pair, i) => ({ i, days: pair.recordedOn })))
  const reasons = JSON.stringify(
    pairs.map(({ missing, sources }, i) => ({ i, missing: Object.fromEntries(listColumns(missing)), sources })),
  )
  const formatRows = (side: 'record' | 'previous') =>
    JSON.stringify(pairs.map((pair, i) => ({ i, ...Object.fromEntries(listColumns(pair[side])) })))
  const sql = `SELECT to_json(ARRAY[${expressions.join(', ')}]::boolean[]) AS results
    FROM json_to_recordset($1::text::json) AS r(${columns}) JOIN json_to_recordset($2::text::json) AS p(${columns}) USING (i)
    JOIN json_to_recordset($3::text::json) AS d(i integer, days json) USING (i)
    JOIN json_to_recordset($4::text::json) AS m(i integer, missing jsonb, sources jsonb) USING (i) ORDER BY i`
  const rows = await database.owner.unsafe<{ results: (boolean | null)[] }[]>(sql, [
    formatRows('record'),
    formatRows('previous'),
    days,
    reasons,
    ...values,
  ])
  return rows.map((row) => row.results)
}

/** Numbers parameters after those of records and days. */
const shiftedParameters = () => {
  const { bind, values } = numberedParameters()
  const later: Compilation['bind'] = (value, type) => bind(value, type).replace(/^\$(\d+)/, (_, number) => `$${Number(number) + 4}`)
  return { bind: later, values }
}

const missing = fc.record({ HB: fc.constantFrom(...allReasons), TT: fc.constantFrom(...allReasons) }, { requiredKeys: [] })
const pairs = fc.array(
  fc.record({ record: randomRecord, previous: randomRecord, recordedOn: randomRecordingDays, missing, sources: fc.constant({}) }),
  {
    minLength: 1,
    maxLength: 8,
  },
)
const evaluateInMemory = (trees: readonly Expression[], all: readonly Pair[]) =>
  all.map(({ record, previous, recordedOn: days, missing: reasons, sources }) =>
    trees.map((tree) => evaluate(tree, record, { today, previous, recordedOn: days, missing: reasons, sources })),
  )

describe('an expression means the same in memory and in Postgres', () => {
  test('with numbered parameters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(randomExpression, { minLength: 1, maxLength: 10 }), pairs, async (trees, all) => {
        expect(trees.every(isWellTyped)).toBe(true)
        const { bind, values } = shiftedParameters()
        const compiled = trees.map((tree) => compileExpression(tree, { bind, column, missingReasons, recordedOn, today }))
        expect(await evaluateInPostgres(compiled, all, randomFields, values)).toEqual(evaluateInMemory(trees, all))
      }),
      { numRuns: 150 },
    )
  })

  test('with quoted literals, for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(randomExpression, { minLength: 1, maxLength: 10 }), pairs, async (trees, all) => {
        const compiled = trees.map((tree) => compileExpression(tree, { bind: quotedLiterals, column, missingReasons, recordedOn, today }))
        expect(await evaluateInPostgres(compiled, all, randomFields)).toEqual(evaluateInMemory(trees, all))
      }),
      { numRuns: 50 },
    )
  })
})

const readReferenceValues = async (): Promise<ReferenceValues> => {
  const rows = await database.owner<
    (ReferenceValue & { table_name: string })[]
  >`SELECT table_name, id, extra FROM reference_value ORDER BY position`
  const byTable = Map.groupBy(rows, (row) => row.table_name)
  return (table) => byTable.get(table) ?? []
}

/** Values on both sides of the limits of rules. */
const boundaryValues = (field: Field, referenceValues: ReferenceValues): fc.Arbitrary<Value> => {
  if (field.referenceTable === 'icd9') return fc.constantFrom<Value>(['282.44'], null)
  if (field.referenceTable) return fc.constantFrom<Value>(...referenceValues(field.referenceTable).map(({ id }) => id), null)
  switch (field.type) {
    case 'boolean':
      return fc.constantFrom<Value>(true, false, null)
    case 'date':
      return fc.constantFrom<Value>('1950-06-01', '2000-02-29', '2001-03-01', '2018-02-28', '2024-01-01', null)
    case 'integer':
      return fc.constantFrom<Value>(0, 1, 3, 20, null)
    case 'float':
      return fc.constantFrom<Value>(-3, -2.5, -1, 0, 0.7, 1.1, 5, 20, 30, 45, 59, 100, 140, null)
    default:
      return fc.constantFrom<Value>('IT', 'x', null)
  }
}

test('every cross-field rule means the same in memory and in Postgres', async () => {
  const referenceValues = await readReferenceValues()
  const { trees } = buildRuleSet(referenceValues)
  const expressions = trees.map(({ violatedWhen }) => violatedWhen)
  const names = [...new Set(expressions.flatMap(listExpressionFields))]
  expect(trees.length).toBeGreaterThan(150)
  expect(expressions.filter((expression) => !isWellTyped(expression))).toEqual([])
  const compiled = expressions.map((expression) =>
    compileExpression(expression, { bind: quotedLiterals, column, missingReasons, recordedOn, source, today }),
  )
  const record = fc.record(Object.fromEntries(names.map((name) => [name, boundaryValues(getField(name), referenceValues)])))
  const recordingDays = fc.dictionary(fc.constantFrom<FieldName>('EGFR_LAST'), fc.constantFrom('1990-01-01', '2019-12-31'))
  const sources = fc.dictionary(fc.constantFrom(...computedStatistics.map(({ name }) => name)), fc.constantFrom(...valueSources))
  const all = fc.sample(fc.record({ record, previous: record, recordedOn: recordingDays, missing: fc.constant({}), sources }), {
    numRuns: 400,
    seed: 7,
  })
  const results = await evaluateInPostgres(compiled, all, names)
  const violated = new Set(results.flatMap((row) => trees.filter((_, index) => row[index] === true).map(({ id }) => id)))
  expect(results).toEqual(evaluateInMemory(expressions, all))
  expect(violated.size).toBeGreaterThan(25)
})
