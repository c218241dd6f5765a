import { describe, expect, test } from 'vitest'
import { Condition } from './condition.ts'
import { FieldSelection } from './selection.ts'
import { parseLegacyCondition, formatLegacyCondition, parseLegacySelection } from './legacy.ts'

describe('a legacy filter list', () => {
  const input = {
    PATIENT: [['sex', '=', 'F']],
    MEDICAL_DATA: [['HB_LAST', '>', 9], { field: 'TT', operator: 'in', value: ['NEVER'] }, ['ALT', 'is null']],
  }

  test('is parsed to predicates and formatted as triples', () => {
    const condition = Condition.parse(parseLegacyCondition(input))
    expect(formatLegacyCondition(condition).filter_list).toEqual({
      PATIENT: [['SEX', '=', 'F']],
      MEDICAL_DATA: [
        ['HB_LAST', '>', 9],
        ['TT', 'in', ['NEVER']],
        ['ALT', 'is null'],
      ],
    })
    expect(Condition.parse(parseLegacyCondition(formatLegacyCondition(condition).filter_list))).toEqual(condition)
  })

  test('has the inclusion of missing values after the value', () => {
    const list = { PATIENT: [['SEX', '<>', 'F', 'or is null']], MEDICAL_DATA: [] }
    const condition = Condition.parse(parseLegacyCondition(list))
    expect(condition).toMatchObject({ predicates: [{ field: 'SEX', orMissing: true }] })
    expect(formatLegacyCondition(condition).filter_list).toEqual(list)
  })

  test('accepts the inclusion of missing values in an object too', () => {
    const one = { field: 'TT', operator: 'not in', value: ['NEVER'] }
    const parse = (input: unknown) => Condition.parse(parseLegacyCondition({ MEDICAL_DATA: [input] }))
    expect(parse({ ...one, orMissing: true })).toEqual({ kind: 'predicates', predicates: [{ ...one, orMissing: true }] })
    expect(parse({ ...one, orMissing: false })).toEqual({ kind: 'predicates', predicates: [one] })
    expect(parse(one)).toEqual({ kind: 'predicates', predicates: [one] })
  })

  test('of a free condition is empty', () => {
    const condition = Condition.parse({ kind: 'sql', text: 'HB IS NULL', tree: { op: 'is null', of: { field: 'HB' } } })
    expect(formatLegacyCondition(condition)).toEqual({ filter_list: { PATIENT: [], MEDICAL_DATA: [] }, sql_condition: 'HB IS NULL' })
  })

  test('has limits and periods as values', () => {
    const list = {
      PATIENT: [],
      MEDICAL_DATA: [
        ['HB', 'between', [7, 9.5]],
        ['TT_START', 'in the last', '24 months'],
        ['TT_START', 'older than', '1 year', 'or is null'],
      ],
    }
    const condition = Condition.parse(parseLegacyCondition(list))
    expect(formatLegacyCondition(condition)).toEqual({ filter_list: list, sql_condition: '' })
  })

  test('REQ-FIL-27: knows no alternatives, so a condition with them is its text', () => {
    const condition = Condition.parse({
      kind: 'predicates',
      predicates: [
        { field: 'HB', operator: 'is null' },
        { field: 'SEX', operator: '=', value: 'F', or: true },
      ],
    })
    expect(formatLegacyCondition(condition)).toEqual({
      filter_list: { PATIENT: [], MEDICAL_DATA: [] },
      sql_condition: "(HB IS NULL OR SEX = 'F')",
    })
  })

  test('can be missing, wholly or in part', () => {
    const everybody = { kind: 'predicates', predicates: [] }
    expect(parseLegacyCondition(undefined)).toEqual(everybody)
    expect(parseLegacyCondition(null)).toEqual(everybody)
    expect(parseLegacyCondition({ PATIENT: [] })).toEqual(everybody)
  })

  test.each([
    { PATIENT: [['HB_LAST', '>', 9]] },
    { MEDICAL_DATA: [['SEX', '=', 'F']] },
    { PATIENT: [['SEX', '=', 'F', 'or 1=1']] },
    { PATIENT: [['SEX', '<>', 'F', 'or 1=1']] },
    { PATIENT: [['SEX', '<>', 'F', 'or is null', 'or 1=1']] },
    { PATIENT: ['SEX = F'] },
    { PATIENT: { SEX: 'F' } },
    { PATIENT: [], OTHER: [] },
    'SEX = F',
    [['SEX', '=', 'F']],
    { PATIENT: [['surname', '=', 'ROSSI']] },
  ])('%j is rejected', (wrong) => expect(Condition.safeParse(parseLegacyCondition(wrong)).success).toBe(false))
})

describe('a legacy field list', () => {
  test.each<[unknown, unknown]>([
    [{ PATIENT: ['sex'] }, { PATIENT: ['SEX'], MEDICAL_DATA: {} }],
    [
      { PATIENT: ['sex'], MEDICAL_DATA: [] },
      { PATIENT: ['SEX'], MEDICAL_DATA: {} },
    ],
    [
      { PATIENT: ['sex'], MEDICAL_DATA: null },
      { PATIENT: ['SEX'], MEDICAL_DATA: {} },
    ],
    [{ MEDICAL_DATA: { Misc: 'ALL' } }, { PATIENT: [], MEDICAL_DATA: { Misc: 'ALL' } }],
  ])('%j', (input, selection) => expect(FieldSelection.parse(parseLegacySelection(input))).toEqual(selection))

  test('ALL of the medical data is ALL of each category', () => {
    const { MEDICAL_DATA } = FieldSelection.parse(parseLegacySelection({ PATIENT: 'ALL', MEDICAL_DATA: 'ALL' }))
    expect(Object.values(MEDICAL_DATA)).toEqual(Array(12).fill('ALL'))
  })

  test.each([
    null,
    'ALL',
    { PATIENT: ['surname'] },
    { PATIENT: ['sex'], MEDICAL_DATA: ['HB'] },
    { PATIENT: ['sex'], MEDICAL_DATA: 'SOME' },
    { PATIENT: 'ALL', OTHER: [] },
  ])('%j is rejected', (wrong) => expect(FieldSelection.safeParse(parseLegacySelection(wrong)).success).toBe(false))
})
