import { expect, test } from 'vitest'
import type { Kind } from '../fields/kinds.ts'
import { allows, filterType, isNullCheck, isOperator, operators, takesList } from './operators.ts'

test('other texts are no operators', () => {
  expect(operators.every(isOperator)).toBe(true)
  expect(['', 'or', 'IN', '= 1'].some(isOperator)).toBe(false)
  expect(operators.filter(isNullCheck)).toEqual(['is null', 'is not null'])
  expect(operators.filter(takesList)).toEqual(['in', 'not in'])
})

const orders = ['=', '<>', '<', '<=', '>', '>=', 'is null', 'is not null']
const choices = ['=', '<>', 'in', 'not in', 'is null', 'is not null']

test.each<[Kind, string, readonly string[]]>([
  ['string', 'string', ['=', '<>', '<', '<=', '>', '>=', 'like', 'not like', 'is null', 'is not null']],
  ['integer', 'integer', orders],
  ['float', 'float', orders],
  ['date', 'date', orders],
  ['list', 'list', choices],
  ['multilist', 'list', choices],
  ['boolean', 'boolean', ['=', '<>', 'is null', 'is not null']],
])('a %s is called %s and takes %j (specification 1, section 9)', (kind, type, allowed) => {
  expect(filterType(kind)).toBe(type)
  expect(operators.filter((operator) => allows(kind, operator)).toSorted()).toEqual(allowed.toSorted())
})
