import { describe, expect, test } from 'vitest'
import { Condition, findReferenceValueErrors } from './condition.ts'
import { describeCondition, buildExpression } from './condition-tree.ts'

const tree = { op: '>', left: { field: 'HB' }, right: { value: 9 } }
const messages = (input: unknown): readonly string[] => Condition.safeParse(input).error?.issues.map(({ message }) => message) ?? []
const buildCondition = (...predicates: unknown[]): unknown => ({ kind: 'predicates', predicates })

describe('a condition from outside', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['of an unknown kind', { kind: 'text', predicates: [] }, ['filter_unreadable']],
    ['of no kind', {}, ['filter_unreadable']],
    ['with a text of 4000 characters', { kind: 'sql', tree, text: 'x'.repeat(4000) }, []],
    ['with a text of 4001 characters', { kind: 'sql', tree, text: 'x'.repeat(4001) }, ['filter_text_too_long']],
    ['of 100 predicates', buildCondition(...Array(100).fill({ field: 'HB', operator: 'is null' })), []],
    ['of 101 predicates', buildCondition(...Array(101).fill({ field: 'HB', operator: 'is null' })), ['filter_too_many_predicates']],
    ['with an unknown operator', buildCondition({ field: 'HB', operator: 'is' }), ['filter_operator_unknown']],
  ])('%s returns %j', (_case, input, codes) => {
    expect(messages(input)).toEqual(codes)
  })

  test.each<[string, unknown]>([
    ['predicates and a tree', { ...tree, kind: 'predicates', predicates: [], tree }],
    ['a tree without its text', { kind: 'sql', tree }],
    ['a tree and predicates', { kind: 'sql', tree, predicates: [] }],
    ['a text without its tree', { kind: 'sql', text: 'HB > 9' }],
  ])('has no other keys: %s is rejected', (_case, input) => expect(Condition.safeParse(input).success).toBe(false))
})

describe('the value of a predicate', () => {
  test.each<[string, unknown, string[]]>([
    ['an empty text for a null check is no value', { field: 'HB', operator: 'is not null', value: '' }, []],
    ['an empty list for a null check is no value', { field: 'HB', operator: 'is null', value: [] }, []],
    ['null for a null check is no value', { field: 'HB', operator: 'is null', value: null }, []],
    ['null for a comparison is missing', { field: 'HB', operator: '=', value: null }, ['filter_value_missing']],
    ['an empty text for a comparison is missing', { field: 'TT', operator: '=', value: '' }, ['filter_value_missing']],
    ['zero is a value', { field: 'HB', operator: '=', value: 0 }, []],
    ['false is a value', { field: 'BMT', operator: '=', value: false }, []],
    ['a wrong value among good ones', { field: 'HOSPEDAL_CAUSES', operator: 'in', value: ['285.9', 'a\0'] }, ['value_characters']],
    ['the reason of a missing value', { field: 'HB', operator: 'missing because', value: 'not_done' }, []],
    ['a reason that does not exist', { field: 'HB', operator: 'missing because', value: 'lost' }, ['value_not_listed']],
    ['no reason', { field: 'HB', operator: 'missing because' }, ['filter_value_missing']],
    ['a reason of a required value', { field: 'SEX', operator: 'missing because', value: 'unknown' }, ['filter_operator_unknown']],
    ['a postcode of four digits', { field: 'address_zip', operator: '<>', value: '0018' }, ['filter_value_too_exact']],
    ['a pattern of three digits', { field: 'address_zip', operator: 'not like', value: '%0%1%8%' }, []],
    ['missing values with a null check', { field: 'HB', operator: 'is null', orMissing: true }, ['filter_missing_superfluous']],
    ['missing values with not in', { field: 'TT', operator: 'not in', value: ['NEVER'], orMissing: true }, []],
    ['missing values with not like', { field: 'DEAD_CAUSE', operator: 'not like', value: '%a', orMissing: true }, []],
    ['missing values with in', { field: 'TT', operator: 'in', value: ['NEVER'], orMissing: true }, ['filter_missing_superfluous']],
  ])('%s', (_case, input, codes) => expect(messages(buildCondition(input))).toEqual(codes))

  test.each<[unknown, string]>([
    [{ field: 'TT', operator: '=', value: 'NEVER', orMissing: true }, 'predicates.0.operator'],
    [{ field: 'address_zip', operator: '=', value: '00185' }, 'predicates.0.value'],
  ])('%j is rejected at %s', (input, at) => {
    expect(Condition.safeParse(buildCondition(input)).error?.issues.map(({ path }) => path.join('.'))).toEqual([at])
  })
})

describe('the meaning of a condition', () => {
  test('without predicates is all patients, and of a tree is the tree', () => {
    expect(buildExpression({ kind: 'predicates', predicates: [] })).toEqual({ op: 'and', of: [] })
    expect(buildExpression(Condition.parse({ kind: 'sql', text: 'HB > 9', tree }))).toEqual(tree)
  })

  test('a pattern compares a number as text', () => {
    const condition = Condition.parse(buildCondition({ field: 'DEAD_CAUSE', operator: 'like', value: 7 }))
    expect(buildExpression(condition)).toEqual({ op: 'and', of: [{ op: 'like', left: { field: 'DEAD_CAUSE' }, pattern: '7' }] })
  })

  test('an unparsed predicate without value throws', () => {
    expect(() => buildExpression({ kind: 'predicates', predicates: [{ field: 'HB', operator: '=' }] })).toThrow('was not read')
  })

  test('a tree has no reference values to check, and a positive condition mentions no missing values', () => {
    const condition = Condition.parse({ kind: 'sql', text: 'HB > 9', tree })
    expect(findReferenceValueErrors(condition, () => false)).toEqual({})
    expect(findReferenceValueErrors(Condition.parse(buildCondition({ field: 'TT', operator: 'is null' })), () => false)).toEqual({})
    expect(describeCondition(condition, { language: 'en' })).toBe('“Haemoglobin” is greater than 9 g/dL')
  })
})

test('a condition finds the reason of a missing value, which is in no reference table (REQ-CRF-16)', () => {
  const condition = Condition.parse(buildCondition({ field: 'TT', operator: 'missing because', value: 'refused' }))
  expect(buildExpression(condition)).toEqual({
    op: 'and',
    of: [{ op: '=', left: { missingReason: 'TT' }, right: { value: 'refused' } }],
  })
  expect(findReferenceValueErrors(condition, () => false)).toEqual({})
})
