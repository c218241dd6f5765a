import { errorMessages } from '@registry/domain/error-messages'
import { expect, test } from 'vitest'
import { readSource, report } from '../repository.ts'
import { checkRequirements, listRequirements, requirementsPath } from './requirements.ts'

const document = readSource(requirementsPath)

test('every requirement is defined once and names existing catalogue ids', () => {
  expect(listRequirements(document).length).toBeGreaterThan(100)
  expect(report(checkRequirements(document, Object.keys(errorMessages)))).toBe('')
})

const valid = '| REQ-UI-01 | `error.known` |\n'

test('a valid page passes', () => {
  expect(checkRequirements({ path: 'x.md', text: valid }, ['known'])).toEqual([])
})

test.each([
  ['an identifier defined twice', `${valid}| REQ-UI-01 | y |\n`],
  ['a catalogue id that does not exist', `${valid}\`error.gone\``],
])('planted: %s is found', (_what, text) => {
  expect(checkRequirements({ path: 'x.md', text }, ['known'])).toHaveLength(1)
})
