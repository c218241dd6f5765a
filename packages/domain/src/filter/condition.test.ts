import { describe, expect, test } from 'vitest'
import type { FieldType } from '../fields/field-definition.ts'
import { publishedFields } from '../testing/published-fields.ts'
import { Condition, findReferenceValueErrors, WrittenCondition } from './condition.ts'
import { FieldSelection } from './selection.ts'
import { describeCondition, buildExpression, toWrittenCondition } from './condition-tree.ts'
import { listSelectedFields } from './selected-fields.ts'
import { operators, operatorsByType } from './operators.ts'

const errors = (result: { error?: { issues: { message: string }[] } | undefined }): string[] =>
  result.error?.issues.map(({ message }) => message) ?? []

const parsePredicates = (...predicates: unknown[]) => Condition.safeParse({ kind: 'predicates', predicates })
const excluded = publishedFields.filter(({ filterable }) => !filterable).map(({ name }) => name)

describe('a condition of predicates', () => {
  test('is parsed to the dictionary spelling and typed values', () => {
    const read = parsePredicates(
      { field: 'hb_last', operator: '>', value: '9.5' },
      { field: 'dod', operator: '<=', value: '03/02/2001' },
      { field: 'bmt', operator: '=', value: 'true' },
      { field: 'TT', operator: 'in', value: ['NEVER', 'PAST'] },
      { field: 'ALT', operator: 'is null', value: '' },
    )
    expect(read.data).toEqual({
      kind: 'predicates',
      predicates: [
        { field: 'HB_LAST', operator: '>', value: 9.5 },
        { field: 'DOD', operator: '<=', value: '2001-02-03' },
        { field: 'BMT', operator: '=', value: true },
        { field: 'TT', operator: 'in', value: ['NEVER', 'PAST'] },
        { field: 'ALT', operator: 'is null' },
      ],
    })
    expect(Condition.parse(read.data)).toEqual(read.data)
  })

  test.each<[unknown, string, PropertyKey[]]>([
    [{ field: 'HB', operator: '=' }, 'filter_value_missing', ['predicates', 0, 'value']],
    [{ field: 'HB', operator: '=', value: ' ' }, 'filter_value_missing', ['predicates', 0, 'value']],
    [{ field: 'HB', operator: '=', value: 'x' }, 'value_number_invalid', ['predicates', 0, 'value']],
    [{ field: 'DOD', operator: '=', value: '31/02/2001' }, 'value_date_invalid', ['predicates', 0, 'value']],
    [{ field: 'BMT', operator: '=', value: 'forse' }, 'value_boolean_invalid', ['predicates', 0, 'value']],
    [{ field: 'BMT', operator: '<', value: true }, 'filter_operator_unknown', ['predicates', 0, 'operator']],
    [{ field: 'HB', operator: 'like', value: '1' }, 'filter_operator_unknown', ['predicates', 0, 'operator']],
    [{ field: 'TT', operator: '<', value: 'A' }, 'filter_operator_unknown', ['predicates', 0, 'operator']],
    [{ field: 'HB', operator: 'or 1=1', value: 1 }, 'filter_operator_unknown', ['predicates', 0, 'operator']],
    [{ field: 'TT', operator: 'in', value: 'NEVER' }, 'filter_value_wrong', ['predicates', 0, 'value']],
    [{ field: 'TT', operator: 'in', value: [] }, 'filter_value_missing', ['predicates', 0, 'value']],
    [{ field: 'TT', operator: '=', value: ['NEVER'] }, 'filter_value_wrong', ['predicates', 0, 'value']],
    [{ field: 'TT', operator: 'is null', value: 'NEVER' }, 'filter_value_superfluous', ['predicates', 0, 'value']],
    [{ field: 'nome', operator: 'is null' }, 'filter_field_unknown', ['predicates', 0, 'field']],
  ])('%j is rejected with %s', (input, code, path) => {
    const issue = parsePredicates(input).error?.issues[0]
    expect([issue?.message, issue?.path]).toEqual([code, path])
  })

  test.each<[string, unknown, boolean]>([
    ['=', '001', true],
    ['=', '00185', false],
    ['like', '001%', true],
    ['like', '0018%', false],
  ])('THREAT-33: a postcode %s %j is accepted: %s', (operator, value, accepted) => {
    const read = parsePredicates({ field: 'address_zip', operator, value })
    expect(errors(read)).toEqual(accepted ? [] : ['filter_value_too_exact'])
  })

  test('501 values are too many', () => {
    expect(errors(parsePredicates({ field: 'TT', operator: 'in', value: Array(501).fill('A') }))).toEqual(['filter_too_many_values'])
  })

  test('101 predicates are too many, and an extra key is rejected', () => {
    const one = { field: 'HB', operator: 'is null' }
    expect(errors(parsePredicates(...Array(101).fill(one)))).toContain('filter_too_many_predicates')
    expect(parsePredicates({ ...one, or: '1=1' }).success).toBe(false)
  })
})

describe('THREAT-02: no filter uses identifying fields', () => {
  test.each(excluded)('%s is rejected with every operator, as a column and in a tree, in any letter case', (name) => {
    for (const field of [name, name.toLowerCase(), name.toUpperCase()]) {
      for (const operator of operators) expect(errors(parsePredicates({ field, operator, value: 'x' }))).toContain('filter_field_excluded')
      const tree = {
        op: 'or',
        of: [
          { op: 'is null', of: { field: 'HB' } },
          { op: 'is null', of: { field } },
        ],
      }
      expect(errors(Condition.safeParse({ kind: 'sql', text: '', tree }))).toContain('filter_field_excluded')
      expect(errors(FieldSelection.safeParse({ PATIENT: ['SEX', field], MEDICAL_DATA: {} }))).toContain('filter_field_excluded')
      expect(errors(FieldSelection.safeParse({ PATIENT: [], MEDICAL_DATA: { Misc: [field] } }))).toContain('filter_field_excluded')
    }
  })

  test('ALL contains neither excluded fields nor free text', () => {
    const all = Object.fromEntries(
      ['Misc', 'Diagnosis', 'Complications', 'Surgery', 'Hospitalization', 'Transfusion'].map((name) => [name, 'ALL']),
    )
    const rest = Object.fromEntries(
      ['Chelation', 'SpecialTreatment', 'Gene', 'Laboratory', 'Instrumental', 'Covid'].map((name) => [name, 'ALL']),
    )
    const everything = FieldSelection.parse({ PATIENT: 'ALL', MEDICAL_DATA: { ...all, ...rest } })
    const allowed = publishedFields.filter(
      ({ dataDomain, type, filterable }) => filterable && !(dataDomain === 'MEDICAL_DATA' && type === 'string'),
    )
    const selected = listSelectedFields(everything)
    expect(selected.filter(({ computed }) => !computed).map(({ name }) => name)).toEqual(allowed.map(({ name }) => name))
    expect(selected.flatMap(({ name, computed }) => (computed ? [name] : []))).toEqual([
      'AGE_BAND',
      'AGE_AT_DEATH_BAND',
      'YEARS_SINCE_DIAGNOSIS',
    ])
    const named = FieldSelection.parse({ PATIENT: [], MEDICAL_DATA: { Misc: ['MONTHS_SINCE_LAST_SEEN'], Gene: ['GT_NOTE'] } })
    expect(listSelectedFields(named).map(({ name }) => name)).toEqual(['MONTHS_SINCE_LAST_SEEN', 'GT_NOTE'])
  })
})

describe('a selection', () => {
  test('is parsed to the spelling and order of the dictionary', () => {
    const read = FieldSelection.parse({ PATIENT: ['sex', 'CENTER_CODE', 'SEX'], MEDICAL_DATA: { misc: ['weight'], LABORATORY: ['hb'] } })
    expect(read).toEqual({ PATIENT: ['SEX', 'center_code'], MEDICAL_DATA: { Misc: ['WEIGHT'], Laboratory: ['HB'] } })
    expect(listSelectedFields(read).map(({ name }) => name)).toEqual(['center_code', 'SEX', 'WEIGHT', 'HB'])
    expect(FieldSelection.parse(read)).toEqual(read)
  })

  test.each<[unknown, string]>([
    [{ PATIENT: ['HB'], MEDICAL_DATA: {} }, 'filter_field_misplaced'],
    [{ PATIENT: [], MEDICAL_DATA: { Misc: ['HB'] } }, 'filter_field_misplaced'],
    [{ PATIENT: [], MEDICAL_DATA: { Fantasy: ['HB'] } }, 'filter_category_unknown'],
    [JSON.parse('{ "PATIENT": ["SEX"], "MEDICAL_DATA": { "__proto__": ["HB"] } }'), 'filter_category_unknown'],
    [{ PATIENT: ['SEX'], MEDICAL_DATA: { constructor: ['HB'] } }, 'filter_category_unknown'],
    [{ PATIENT: ['toString'], MEDICAL_DATA: {} }, 'filter_field_unknown'],
    [{ PATIENT: [], MEDICAL_DATA: { Misc: [] } }, 'filter_selection_empty'],
  ])('%j is rejected with %s', (input, code) => expect(errors(FieldSelection.safeParse(input))).toContain(code))

  test.each([null, [], 'ALL', {}, { PATIENT: 'ALL' }, { PATIENT: 'SEX', MEDICAL_DATA: {} }, { PATIENT: 'ALL', MEDICAL_DATA: {}, X: 1 }])(
    '%j is no selection',
    (input) => expect(FieldSelection.safeParse(input).success).toBe(false),
  )
})

describe('the text of a free condition', () => {
  const tree = { op: '>', left: { field: 'HB' as const }, right: { value: 9 } } as const
  test('stays as it was written, and callers send it without a tree', () => {
    const read = Condition.parse({ kind: 'sql', text: 'hb  >\n9', tree })
    expect(read).toEqual({ kind: 'sql', text: 'hb  >\n9', tree })
    expect(toWrittenCondition(read)).toEqual({ kind: 'sql', text: 'hb  >\n9' })
    expect(WrittenCondition.safeParse(read).success).toBe(false)
    expect(WrittenCondition.parse(toWrittenCondition(read))).toEqual({ kind: 'sql', text: 'hb  >\n9' })
  })

  test.each([
    ['x'.repeat(4001), 'filter_text_too_long'],
    ["TT = 'a\0'", 'value_characters'],
    ["TT = '\ud800'", 'value_characters'],
  ])('%j is rejected before it is parsed', (text, code) => {
    expect(errors(WrittenCondition.safeParse({ kind: 'sql', text }))).toContain(code)
  })
})

describe('the meaning of a condition', () => {
  const read = Condition.parse({
    kind: 'predicates',
    predicates: [
      { field: 'TT', operator: 'not in', value: ['NEVER'] },
      { field: 'DEAD_CAUSE', operator: 'like', value: '%cuore%' },
      { field: 'HB', operator: 'is not null' },
      { field: 'HB', operator: '<', value: 9 },
    ],
  })

  test('is one tree, joined with AND', () => {
    expect(buildExpression(read)).toEqual({
      op: 'and',
      of: [
        { op: 'not in', left: { field: 'TT' }, values: ['NEVER'] },
        { op: 'like', left: { field: 'DEAD_CAUSE' }, pattern: '%cuore%' },
        { op: 'is not null', of: { field: 'HB' } },
        { op: '<', left: { field: 'HB' }, right: { value: 9 } },
      ],
    })
  })

  test('can be described', () => expect(describeCondition(read, { language: 'it' })).toContain('«Emoglobina» è minore di 9'))

  test.each([
    [
      'it',
      '«Emoglobina» è diverso da 7 g/dL (chi non ha un valore resta fuori)',
      '«Emoglobina» è diverso da 7 g/dL oppure «Emoglobina» non è indicato',
    ],
    [
      'en',
      '“Haemoglobin” differs from 7 g/dL (those without a value are left out)',
      '“Haemoglobin” differs from 7 g/dL or “Haemoglobin” is not given',
    ],
  ] as const)('describes missing values (%s)', (language, without, including) => {
    const describeIn = (orMissing: boolean) =>
      describeCondition(Condition.parse({ kind: 'predicates', predicates: [{ field: 'HB', operator: '<>', value: 7, orMissing }] }), {
        language,
      })
    expect([describeIn(false), describeIn(true)]).toEqual([without, including])
  })

  test('a negative predicate includes missing values only with orMissing', () => {
    const predicate = { field: 'HB', operator: '<>', value: 7 }
    expect(parsePredicates({ ...predicate, orMissing: true }).data).toEqual({
      kind: 'predicates',
      predicates: [{ ...predicate, orMissing: true }],
    })
    expect(parsePredicates({ ...predicate, orMissing: false }).data).toEqual({ kind: 'predicates', predicates: [predicate] })
    expect(errors(parsePredicates({ ...predicate, operator: '=', orMissing: true }))).toEqual(['filter_missing_superfluous'])
    const including = Condition.parse({ kind: 'predicates', predicates: [{ ...predicate, orMissing: true }] })
    expect(buildExpression(including)).toEqual({
      op: 'and',
      of: [
        {
          op: 'or',
          of: [
            { op: '<>', left: { field: 'HB' }, right: { value: 7 } },
            { op: 'is null', of: { field: 'HB' } },
          ],
        },
      ],
    })
  })

  test('has only values of its reference tables', () => {
    expect(findReferenceValueErrors(read, () => true)).toEqual({})
    expect(findReferenceValueErrors(read, (table, id) => table !== 'svc_tt' || id !== 'NEVER')).toEqual({
      'where.predicates.0.value': { code: 'value_not_listed' },
    })
  })
})

test('operators follow the field type (REQ-FIL-05)', () => {
  const orders = ['=', '<>', '<', '<=', '>', '>=']
  const nulls = ['is null', 'is not null', 'missing because']
  const list = ['=', '<>', 'in', 'not in', ...nulls]
  const expected: Record<FieldType, string[]> = {
    string: [...orders, 'like', 'not like', ...nulls],
    integer: ['between', ...orders, ...nulls],
    float: ['between', ...orders, ...nulls],
    date: ['between', 'in the last', 'older than', ...orders, ...nulls],
    choice: list,
    choices: list,
    boolean: ['=', '<>', ...nulls],
  }
  expect(operatorsByType).toEqual(expected)
})

describe('the meaning of a condition', () => {
  test.each<[unknown, unknown]>([
    [
      { field: 'HB', operator: 'is null' },
      { op: 'is null', of: { field: 'HB' } },
    ],
    [
      { field: 'HB', operator: '>', value: 9 },
      { op: '>', left: { field: 'HB' }, right: { value: 9 } },
    ],
    [
      { field: 'TT', operator: 'not in', value: ['PAST'] },
      { op: 'not in', left: { field: 'TT' }, values: ['PAST'] },
    ],
    [
      { field: 'DEAD_CAUSE', operator: 'like', value: '%a' },
      { op: 'like', left: { field: 'DEAD_CAUSE' }, pattern: '%a' },
    ],
    [
      { field: 'DEAD_CAUSE', operator: 'not like', value: '%a' },
      { op: 'not like', left: { field: 'DEAD_CAUSE' }, pattern: '%a' },
    ],
  ])('%j is %j', (input, tree) => {
    const condition = Condition.parse({ kind: 'predicates', predicates: [input] })
    expect(buildExpression(condition)).toEqual({ op: 'and', of: [tree] })
  })

  test('unknown ids are found, also one of several', () => {
    const isListed = (_table: string, id: string): boolean => id !== 'GONE'
    const condition = Condition.parse({
      kind: 'predicates',
      predicates: [
        { field: 'TT', operator: 'in', value: ['NEVER', 'GONE'] },
        { field: 'TT', operator: '=', value: 'GONE' },
        { field: 'TT', operator: '=', value: 'NEVER' },
        { field: 'TT', operator: 'is null' },
        { field: 'DEAD_CAUSE', operator: '=', value: 'GONE' },
      ],
    })
    expect(Object.keys(findReferenceValueErrors(condition, isListed))).toEqual(['where.predicates.0.value', 'where.predicates.1.value'])
  })

  test.each([
    ['as many values as the limit', Array(500).fill('NEVER'), undefined],
    ['one value too many', Array(501).fill('NEVER'), 'filter_too_many_values'],
    ['a blank among values', ['NEVER', ' '], 'filter_value_missing'],
  ])('%s', (_case, value, detail) => {
    expect(errors(parsePredicates({ field: 'TT', operator: 'in', value }))[0]).toBe(detail)
  })
})
