import { expect, test } from 'vitest'
import type { FieldType } from '../fields/field-definition.ts'
import { isOperatorAllowed, toFieldType, toFilterType, isNullCheck, isOperator, operators, takesList } from './operators.ts'

test('other texts are not operators', () => {
  expect(operators.every(isOperator)).toBe(true)
  expect(['', 'or', 'IN', '= 1'].some(isOperator)).toBe(false)
  expect(operators.filter(isNullCheck)).toEqual(['is null', 'is not null'])
  expect(operators.filter(takesList)).toEqual(['in', 'not in'])
})

const orders = ['=', '<>', '<', '<=', '>', '>=', 'is null', 'is not null']
const choices = ['=', '<>', 'in', 'not in', 'is null', 'is not null']

test.each<[FieldType, string, readonly string[]]>([
  ['string', 'string', ['=', '<>', '<', '<=', '>', '>=', 'like', 'not like', 'is null', 'is not null']],
  ['integer', 'integer', orders],
  ['float', 'float', orders],
  ['date', 'date', orders],
  ['choice', 'list', choices],
  ['choices', 'list', choices],
  ['boolean', 'boolean', ['=', '<>', 'is null', 'is not null']],
])('a %s has the filter type %s and the operators %j (REQ-FIL-05)', (type, filterType, allowed) => {
  expect(toFilterType(type)).toBe(filterType)
  expect(toFieldType(toFilterType(type))).toBe(type === 'choices' ? 'choice' : type)
  expect(operators.filter((operator) => isOperatorAllowed(type, operator)).toSorted()).toEqual(allowed.toSorted())
})
