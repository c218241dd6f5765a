import { describe, expect, test } from 'vitest'
import { sqlExamples } from '@registry/domain/filter/sql-examples'
import { checkFreeSql } from '../free-sql/free-sql.ts'
import { goodSql } from './testing/good-sql.ts'
import { hostileSql } from './testing/hostile-sql.ts'

/** Returns the code of a problem, the marked part of the text, line and column. */
const findProblem = async (text: string) => {
  const { problem } = await checkFreeSql(text)
  if (!problem) return undefined
  const { offset, length, line, column } = problem.params
  return [problem.code, text.slice(offset, offset + length), line, column]
}

test.each(sqlExamples.map(({ text }) => text))('REQ-FIL-15: the example %s can be read', async (text) => {
  expect(await findProblem(text)).toBeUndefined()
})

describe('REQ-FIL-13: a problem has its location', () => {
  test.each([
    ['an unknown field', 'HB > 9 AND\n  FEROCITY > 1', ['sql_field_unknown', 'FEROCITY', 2, 3]],
    ['a field that identifies people', "HB > 9 OR Surname = 'x'", ['sql_field_excluded', 'Surname', 1, 11]],
    ['an unknown function', 'HB > 9 AND pg_sleep(9) > 1', ['sql_function_unknown', 'pg_sleep', 1, 12]],
    ['a function with a schema', 'pg_catalog.abs(HB) > 1', ['sql_function_unknown', 'pg_catalog.abs', 1, 1]],
    ['a second statement', "DEAD_CAUSE = ';' OR HB > 9; SELECT 1", ['sql_statement', ';', 1, 27]],
    ['another part of a statement', "DEAD_CAUSE = 'order' ORDER BY HB", ['sql_statement', 'ORDER', 1, 22]],
    ['a comment', 'HB > 9 -- x', ['sql_comment', '--', 1, 8]],
    ['a query inside', 'HB IN (SELECT 1)', ['sql_not_allowed', 'IN', 1, 4]],
    ['a syntax error after letters of two and four bytes', "DEAD_CAUSE = 'è🩸' AND\nAND HB > 9", ['sql_syntax', 'AND', 2, 1]],
    ['an error after letters of two and four bytes', "DEAD_CAUSE = 'è🩸' OR FEROCITY = 1", ['sql_field_unknown', 'FEROCITY', 1, 22]],
    ['the end of the text', 'HB > 9 AND  ', ['sql_syntax', '', 1, 11]],
    ['an open text', "HB > 9 OR TT = 'x", ['sql_quote_open', "'x", 1, 16]],
    ['a curly quote', 'SEX = ’F’', ['sql_character', '’', 1, 7]],
    ['a wrong day', "TT_START > '2020-02-31'", ['sql_day', "'2020-02-31'", 1, 12]],
    ['a wrong day of a list', "TT_START IN ('2020-02-01', 'x')", ['sql_day', "'x'", 1, 28]],
    ['a text for a number', "HB > 9 AND HB < '12'", ['sql_number', "'12'", 1, 17]],
    ['a number before its field', "'12' > HB", ['sql_number', "'12'", 1, 1]],
    ['a number for a yes', 'BMT = 1', ['sql_truth', '1', 1, 7]],
    ['values of two types', 'HB > TT_START', ['sql_types', '>', 1, 4]],
    ['a missing value', 'HB = NULL', ['sql_null', 'NULL', 1, 6]],
    ['a comparison without a field', 'HB > 9 OR 1 = 1', ['sql_no_field', '=', 1, 13]],
    ['a postcode of five digits', "address_zip IN ('001', '00185')", ['sql_value_too_exact', "'00185'", 1, 24]],
    ['the hundred and first comparison', `BMT${' OR BMT'.repeat(100)}`, ['sql_too_many_conditions', 'BMT', 1, 701]],
    ['the five hundred and first value', `HB IN (${Array(501).fill('7').join(',')})`, ['sql_too_many_values', '7', 1, 1008]],
    ['the level below the deepest', `${'NOT '.repeat(20)}BMT`, ['sql_too_deep', 'BMT', 1, 81]],
  ])('%s', async (_what, text, found) => expect(await findProblem(text)).toEqual(found))

  test('an invisible character is named by its code point', async () => {
    const { problem } = await checkFreeSql('HB\u00A0> 9')
    expect(problem).toMatchObject({ code: 'sql_character', params: { found: 'U+00A0' } })
  })
})

describe('THREAT-01: the corpus of texts', () => {
  const hostile = Object.entries(hostileSql).flatMap(([kind, texts]) => texts.map((text) => [kind, text] as const))

  test('has the size that it promises', () => {
    expect(new Set(hostile.map(([, text]) => text)).size).toBeGreaterThanOrEqual(300)
    expect(new Set(goodSql.map(([text]) => text)).size).toBeGreaterThanOrEqual(90)
  })

  test('every hostile text is rejected with a location inside it', async () => {
    for (const [kind, text] of hostile) {
      const { problem } = await checkFreeSql(text)
      expect(problem, `${kind}: ${text.slice(0, 80)}`).toBeDefined()
      const { offset, length } = problem!.params
      expect(offset >= 0 && length >= 0 && offset + length <= text.length, text.slice(0, 80)).toBe(true)
    }
  })

  test('every good text is accepted', async () => {
    for (const [text] of goodSql) expect(await checkFreeSql(text), text.slice(0, 80)).not.toHaveProperty('problem')
  })
})
