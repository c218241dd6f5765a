import { FieldSelection } from '@registry/domain/filter/selection'
import { expect, it } from 'vitest'
import {
  chooseAll,
  chooseField,
  countChosen,
  describeField,
  type FieldGroup,
  buildFieldGroups,
  isChosen,
  matchesSearch,
} from './field-groups.ts'

const laboratory: FieldGroup = {
  key: 'Laboratory',
  label: 'Laboratorio',
  fields: [
    { name: 'HB', label: 'Emoglobina' },
    { name: 'FERRITIN', label: 'Ferritina' },
    { name: 'ALT', label: 'ALT' },
  ],
}
const selected = (Laboratory: 'ALL' | string[]) => FieldSelection.parse({ PATIENT: ['SEX'], MEDICAL_DATA: { Laboratory } })

it('removing a field from ALL keeps the others by name', () => {
  const left = chooseField(selected('ALL'), laboratory, 'HB', false)
  expect(left.MEDICAL_DATA.Laboratory).toEqual(['FERRITIN', 'ALT'])
  expect(left.PATIENT).toEqual(['SEX'])
  expect(isChosen(left, laboratory, 'HB')).toBe(false)
})

it('adding a field twice adds it once', () => {
  const twice = chooseField(chooseField(selected(['ALT']), laboratory, 'HB', true), laboratory, 'HB', true)
  expect(twice.MEDICAL_DATA.Laboratory).toEqual(['ALT', 'HB'])
  expect(countChosen(twice, laboratory)).toBe(2)
})

it('ALL excludes free text, which can be added by name', () => {
  const gene: FieldGroup = {
    key: 'Gene',
    label: 'Terapia genica',
    fields: [
      { name: 'GT', label: 'Terapia genica' },
      { name: 'GT_NOTE', label: 'Note' },
    ],
  }
  const all = chooseAll(selected([]), gene, true)
  expect(isChosen(all, gene, 'GT_NOTE')).toBe(false)
  expect(countChosen(all, gene)).toBe(1)
  expect(chooseField(all, gene, 'GT_NOTE', true).MEDICAL_DATA.Gene).toEqual(['GT', 'GT_NOTE'])
})

it('selects all fields or none', () => {
  const all = chooseAll(selected(['HB']), laboratory, true)
  expect(all.MEDICAL_DATA.Laboratory).toBe('ALL')
  expect(countChosen(all, laboratory)).toBe(3)
  expect(countChosen(chooseAll(all, laboratory, false), laboratory)).toBe(0)
})

it('ignores fields that the dictionary does not know', () => {
  const field = { name: 'FROM_THE_FUTURE', label: 'Futuro' }
  const groups = buildFieldGroups(
    {
      personal: [field, { name: 'SEX', label: 'Sesso' }],
      medical: [{ category: 'Astrology', label: 'Astrologia', fields: [field] }],
    },
    'Dati anagrafici',
  )
  expect(groups).toEqual([{ key: 'PATIENT', label: 'Dati anagrafici', fields: [{ name: 'SEX', label: 'Sesso' }] }])
})

it.each([
  ['emoglobina', ['HB']],
  ['haemoglobin', ['HB']],
  [' HB ', ['HB']],
  ['g/dl', ['HB']],
  ['ng/mL ferr', ['FERRITIN']],
  ['', ['HB', 'FERRITIN', 'ALT']],
  ['nothing', []],
])('the search %j finds %j by name, label in both languages or unit', (search, names) => {
  expect(laboratory.fields.filter((field) => matchesSearch(field, search)).map(({ name }) => name)).toEqual(names)
})

it.each([
  ['HB', 'it', 'g/dL. Pre-trasfusionale se il paziente è trasfuso'],
  ['HB', 'en', 'g/dL. Pre-transfusion when transfused'],
  ['C_DB_P', 'it', 'Apre i dati anagrafici; finché non è dato restano nascosti'],
] as const)('REQ-FIL-23: the description of %s in %s is %j', (name, language, description) => {
  expect(describeField(name, language)).toBe(description)
})

it('REQ-FIL-24: keeps the order in which fields are chosen, over categories', () => {
  const patient: FieldGroup = { key: 'PATIENT', label: 'Dati anagrafici', fields: [{ name: 'SEX', label: 'Sesso' }] }
  const empty = FieldSelection.parse({ PATIENT: [], MEDICAL_DATA: { Laboratory: ['ALT'] } })
  const chosen = chooseField(chooseField(empty, laboratory, 'HB', true), patient, 'SEX', true)
  expect(chosen.ORDER).toEqual(['ALT', 'HB', 'SEX'])
  expect(chooseField(chosen, laboratory, 'ALT', false).ORDER).toEqual(['HB', 'SEX'])
})
