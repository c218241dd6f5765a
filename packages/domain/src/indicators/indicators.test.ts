import { expect, test } from 'vitest'
import { getField } from '../fields/dictionary.ts'
import { minimumSections, minimumSet, parseMonths } from './indicators.ts'

test.each(minimumSections)('REQ-CRF-12: the fields of the minimum set of %s belong to the section', (section) => {
  expect(minimumSet[section].map((name) => getField(name).section)).toEqual(minimumSet[section].map(() => section))
})

test.each([
  ['1', 1],
  ['120', 120],
  ['0', 3],
  ['121', 3],
  ['-1', 3],
  ['1.5', 3],
  ['', 3],
  [undefined, 3],
])('REQ-CRF-12: an interval of %j is %i months for ferritin', (stored, months) => {
  expect(parseMonths('FERRITIN_LAST', stored)).toBe(months)
})
