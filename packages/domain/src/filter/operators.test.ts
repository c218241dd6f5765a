import { expect, test } from 'vitest'
import type { FieldType } from '../fields/field-definition.ts'
import { getField, type FieldName } from '../fields/dictionary.ts'
import { isNullCheck, isOperator, listOperators, operators, operatorsByType, takesList, toFieldType, toFilterType } from './operators.ts'

test('other texts are not operators', () => {
  expect(operators.every(isOperator)).toBe(true)
  expect(['', 'or', 'IN', '= 1'].some(isOperator)).toBe(false)
  expect(operators.filter(isNullCheck)).toEqual(['is null', 'is not null'])
  expect(operators.filter(takesList)).toEqual(['in', 'not in'])
})

const missing = ['is null', 'is not null', 'missing because']
const comparisons = ['=', '<>', '<', '<=', '>', '>=']
const orders = ['between', ...comparisons, ...missing]
const choices = ['=', '<>', 'in', 'not in', ...missing]

test.each<[FieldType, string, readonly string[]]>([
  ['string', 'string', [...comparisons, 'like', 'not like', ...missing]],
  ['integer', 'integer', orders],
  ['float', 'float', orders],
  ['date', 'date', ['between', 'in the last', 'older than', ...comparisons, ...missing]],
  ['choice', 'list', choices],
  ['choices', 'list', choices],
  ['boolean', 'boolean', ['=', '<>', ...missing]],
])('a %s has the filter type %s and the operators %j (REQ-FIL-05)', (type, filterType, allowed) => {
  expect(toFilterType(type)).toBe(filterType)
  expect(toFieldType(toFilterType(type))).toBe(type === 'choices' ? 'choice' : type)
  expect(operatorsByType[type]).toEqual(allowed)
})

test.each<[FieldName, boolean]>([
  ['HB', true],
  ['address_town', true],
  ['SEX', false],
  ['COMPLICATIONS_NUM', false],
  ['C_DB_M', false],
])('only a value that may be missing can have a reason: %s %s (REQ-CRF-16)', (name, can) => {
  expect(listOperators(getField(name)).includes('missing because')).toBe(can)
})
