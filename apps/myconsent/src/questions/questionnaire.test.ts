import { expect, it } from 'vitest'
import { findPosition, listChanged, readOpenQuestion, type Step } from './questionnaire.ts'

const step = (field: string): Step => ({ lead: null, question: { field, text: `${field}?`, options: ['Sì', 'No'] } })

it.each([
  ['the named question', { A: 0, B: 0 }, 'B', 1],
  ['the first question without an answer', { A: 0 }, undefined, 1],
  ['the review, when every question has an answer', { A: 0, B: 1 }, 'riepilogo', 2],
  ['no review before every question has an answer', { B: 1 }, 'riepilogo', 0],
  ['an unknown name counts as none', {}, 'C_OTHER', 0],
])('an address opens %s', (_case, choices, name, position) => {
  expect(findPosition([step('A'), step('B')], choices, name)).toBe(position)
})

it('lists the questions whose choice differs from the answer in force', () => {
  const changed = listChanged([step('A'), step('B'), step('C')], { A: 0, B: 1 }, { A: 1, B: 1, C: 0 })
  expect(changed.map(({ field }) => field)).toEqual(['A', 'C'])
})

it.each([
  ['3a', '3a'],
  ['a b', undefined],
  ['x'.repeat(41), undefined],
  [7, undefined],
  [undefined, undefined],
])('the open question %j of an address is read as %j', (value, name) => {
  expect(readOpenQuestion(value)).toBe(name)
})
