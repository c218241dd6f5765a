import { describe, expect, test } from 'vitest'
import { getField, type FieldName } from '../fields/dictionary.ts'
import {
  FieldSelection,
  includesField,
  medicalCategories,
  listFilterableMedicalFields,
  filterablePersonalFields,
  listSelectedFields,
} from './selection.ts'

const errors = (written: unknown): unknown[] =>
  FieldSelection.safeParse(written).error?.issues.map(({ message, path }) => [message, path.join('.')]) ?? []
const names = (written: unknown): readonly string[] => listSelectedFields(FieldSelection.parse(written)).map(({ name }) => name)

describe('a selection from outside', () => {
  test.each<[string, unknown, string, string]>([
    ['an unknown field', { PATIENT: ['SEX', 'nome'], MEDICAL_DATA: {} }, 'filter_field_unknown', 'PATIENT.1'],
    ['a medical field among the personal ones', { PATIENT: ['SEX', 'HB'], MEDICAL_DATA: {} }, 'filter_field_misplaced', 'PATIENT.1'],
    [
      'a field of another category',
      { PATIENT: [], MEDICAL_DATA: { misc: ['WEIGHT', 'HB'] } },
      'filter_field_misplaced',
      'MEDICAL_DATA.Misc.1',
    ],
    ['an unknown category', { PATIENT: 'ALL', MEDICAL_DATA: { Fantasy: 'ALL' } }, 'filter_category_unknown', 'MEDICAL_DATA'],
    ['nothing at all', { PATIENT: [], MEDICAL_DATA: {} }, 'filter_selection_empty', ''],
    ['categories without a field', { PATIENT: [], MEDICAL_DATA: { Misc: [], Gene: [] } }, 'filter_selection_empty', ''],
  ])('with %s is refused where it stands', (_what, written, code, at) => expect(errors(written)).toEqual([[code, at]]))

  test.each<[string, unknown]>([
    ['a list of categories', { PATIENT: 'ALL', MEDICAL_DATA: ['Misc'] }],
    ['categories as a text', { PATIENT: 'ALL', MEDICAL_DATA: 'Misc' }],
    ['no categories', { PATIENT: 'ALL', MEDICAL_DATA: null }],
    ['a name that is no text', { PATIENT: [7], MEDICAL_DATA: {} }],
    ['a word that is not ALL', { PATIENT: 'all', MEDICAL_DATA: {} }],
    ['301 names', { PATIENT: Array(301).fill('SEX'), MEDICAL_DATA: {} }],
    ['a further key', { PATIENT: 'ALL', MEDICAL_DATA: {}, OTHER: [] }],
  ])('with %s is refused', (_what, written) => expect(FieldSelection.safeParse(written).success).toBe(false))

  test('may name a field 300 times and means it once', () => {
    expect(names({ PATIENT: Array(300).fill('sex'), MEDICAL_DATA: {} })).toEqual(['SEX'])
  })

  test('names categories in any letter case and with blanks', () => {
    expect(FieldSelection.parse({ PATIENT: [], MEDICAL_DATA: { ' SPECIALTREATMENT ': ['HU_TERAPY_TYPE'] } })).toEqual({
      PATIENT: [],
      MEDICAL_DATA: { SpecialTreatment: ['HU_TERAPY_TYPE'] },
    })
  })

  test('is enough with one personal field, or one medical one', () => {
    expect(names({ PATIENT: ['SEX'], MEDICAL_DATA: {} })).toEqual(['SEX'])
    expect(names({ PATIENT: [], MEDICAL_DATA: { Misc: [], Laboratory: ['HB'] } })).toEqual(['HB'])
  })
})

describe('what is offered', () => {
  test('stands under its category, and the excluded fields under none', () => {
    expect(filterablePersonalFields.map(({ name }) => name)).toEqual(expect.arrayContaining(['SEX', 'address_zip']))
    expect(filterablePersonalFields.filter(({ block, filterable }) => block !== 'PATIENT' || filterable === false)).toEqual([])
    expect(medicalCategories).toHaveLength(12)
    for (const category of medicalCategories) {
      const sections = new Set(listFilterableMedicalFields(category).map(({ section }) => section))
      expect([category, ...sections]).toEqual([category, category])
    }
  })

  test.each(medicalCategories)('can be chosen by name under %s, and nothing else can', (category) => {
    const [own] = listFilterableMedicalFields(category)
    const other = listFilterableMedicalFields(category === 'Misc' ? 'Gene' : 'Misc')[0]
    expect(names({ PATIENT: [], MEDICAL_DATA: { [category]: [own?.name] } })).toEqual([own?.name])
    expect(errors({ PATIENT: [], MEDICAL_DATA: { [category]: [other?.name] } })).toEqual([
      ['filter_field_misplaced', `MEDICAL_DATA.${category}.0`],
    ])
  })

  test.each<[string, 'ALL' | FieldName[], FieldName, boolean]>([
    ['ALL', 'ALL', 'HB', true],
    ['ALL, but not a note', 'ALL', 'GT_NOTE', false],
    ['its own name', ['HB', 'ALT'], 'HB', true],
    ['its own name, a note too', ['GT_NOTE'], 'GT_NOTE', true],
    ['not by others', ['ALT'], 'HB', false],
    ['not by none', [], 'HB', false],
  ])('is covered by %s', (_what, covered, name, truth) => expect(includesField(covered, getField(name))).toBe(truth))
})
