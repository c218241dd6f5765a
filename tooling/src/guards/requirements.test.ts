import { errorMessages } from '@registry/domain/error-messages'
import { expect, test } from 'vitest'
import { readSource, report } from '../repository.ts'
import { checkRequirements, listRequirements, requirementsPath } from './requirements.ts'

const document = readSource(requirementsPath)
const decisions = Array.from({ length: 20 }, (_, index) => `D${index + 1}`)
const sections = [1, 2].flatMap((part) => Array.from({ length: 9 }, (_, index) => `spec ${part}, section ${index + 1}`))

test('every requirement is defined once, names existing catalogue ids, and covers the first design documents', () => {
  expect(listRequirements(document).length).toBeGreaterThan(100)
  expect(report(checkRequirements(document, Object.keys(errorMessages), [...decisions, ...sections]))).toBe('')
})

const planted = '| REQ-UI-01 | x |\n| D1 | REQ-UI-01 |\n'
test.each([
  ['an identifier defined twice', `${planted}| REQ-UI-01 | y |\n`],
  ['a catalogue id that does not exist', `${planted}\`error.gone\``],
  ['a source without a requirement', '| REQ-UI-01 | x |\n'],
])('planted: %s is found', (_what, text) => {
  expect(checkRequirements({ path: 'x.md', text }, ['kept'], ['D1'])).toHaveLength(1)
})
