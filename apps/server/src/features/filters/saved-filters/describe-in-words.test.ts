import { expect, test } from 'vitest'
import { Condition } from '@registry/domain/filter/condition'
import { describeInWords } from './describe-in-words.ts'

const two = Condition.parse({
  kind: 'predicates',
  predicates: [
    { field: 'HB', operator: '<', value: 9.5 },
    { field: 'SEX', operator: '=', value: 'F' },
  ],
})
const female = { id: 'F', trans_it: 'Femmina', trans_en: 'Female', extra: null }

test.each([
  [
    'it',
    'I pazienti che hanno dato il consenso al registro e per i quali «Emoglobina» è minore di 9,5 g/dL e «Sesso alla nascita» è uguale a «Femmina».',
  ],
  [
    'en',
    'The patients who have given the consent to the registry and for whom “Haemoglobin” is less than 9.5 g/dL and “Sex at birth” equals “Female”.',
  ],
] as const)('REQ-FIL-18: a filter is one sentence (%s)', (language, sentence) => {
  expect(describeInWords(two, language, () => [female])).toBe(sentence)
})

test.each([
  ['it', 'Tutti i pazienti che hanno dato il consenso al registro.'],
  ['en', 'All patients who have given the consent to the registry.'],
] as const)('REQ-FIL-18: a filter without conditions selects all (%s)', (language, sentence) => {
  expect(describeInWords({ kind: 'predicates', predicates: [] }, language, () => [])).toBe(sentence)
})
