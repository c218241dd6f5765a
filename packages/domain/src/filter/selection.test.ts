import { describe, expect, test } from 'vitest'
import { getField, type FieldName } from '../fields/dictionary.ts'
import { FieldSelection } from './selection.ts'
import {
  includesField,
  keepFieldOrder,
  medicalCategories,
  listFilterableMedicalFields,
  filterablePersonalFields,
  listSelectedFields,
  moveField,
} from './selected-fields.ts'

const errors = (input: unknown): unknown[] =>
  FieldSelection.safeParse(input).error?.issues.map(({ message, path }) => [message, path.join('.')]) ?? []
const names = (input: unknown): readonly string[] => listSelectedFields(FieldSelection.parse(input)).map(({ name }) => name)

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
  ])('with %s is rejected with its path', (_case, input, code, path) => expect(errors(input)).toEqual([[code, path]]))

  test.each<[string, unknown]>([
    ['a list of categories', { PATIENT: 'ALL', MEDICAL_DATA: ['Misc'] }],
    ['categories as a text', { PATIENT: 'ALL', MEDICAL_DATA: 'Misc' }],
    ['no categories', { PATIENT: 'ALL', MEDICAL_DATA: null }],
    ['a name that is no text', { PATIENT: [7], MEDICAL_DATA: {} }],
    ['a word that is not ALL', { PATIENT: 'all', MEDICAL_DATA: {} }],
    ['301 names', { PATIENT: Array(301).fill('SEX'), MEDICAL_DATA: {} }],
    ['an extra key', { PATIENT: 'ALL', MEDICAL_DATA: {}, OTHER: [] }],
  ])('with %s is rejected', (_case, input) => expect(FieldSelection.safeParse(input).success).toBe(false))

  test('may contain a field 300 times and returns it once', () => {
    expect(names({ PATIENT: Array(300).fill('sex'), MEDICAL_DATA: {} })).toEqual(['SEX'])
  })

  test('accepts categories in any letter case and with blanks', () => {
    expect(FieldSelection.parse({ PATIENT: [], MEDICAL_DATA: { ' SPECIALTREATMENT ': ['HU_TERAPY_TYPE'] } })).toEqual({
      PATIENT: [],
      MEDICAL_DATA: { SpecialTreatment: ['HU_TERAPY_TYPE'] },
    })
  })

  test('is valid with one personal or one medical field', () => {
    expect(names({ PATIENT: ['SEX'], MEDICAL_DATA: {} })).toEqual(['SEX'])
    expect(names({ PATIENT: [], MEDICAL_DATA: { Misc: [], Laboratory: ['HB'] } })).toEqual(['HB'])
  })
})

describe('a filterable field', () => {
  test('is listed under its category, and excluded fields under none', () => {
    expect(filterablePersonalFields.map(({ name }) => name)).toEqual(expect.arrayContaining(['SEX', 'address_zip']))
    expect(filterablePersonalFields.filter(({ dataDomain, filterable }) => dataDomain !== 'PATIENT' || filterable === false)).toEqual([])
    expect(medicalCategories).toHaveLength(12)
    for (const category of medicalCategories) {
      const sections = new Set(listFilterableMedicalFields(category).map(({ section }) => section))
      expect([category, ...sections]).toEqual([category, category])
    }
  })

  test.each(medicalCategories)('can be selected under %s, and other fields cannot', (category) => {
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
    ['its own name, also of a note', ['GT_NOTE'], 'GT_NOTE', true],
    ['not other names', ['ALT'], 'HB', false],
    ['not by none', [], 'HB', false],
  ])('is covered by %s', (_case, names, name, expected) => expect(includesField(names, getField(name))).toBe(expected))
})

describe('REQ-FIL-24: the order of the columns', () => {
  const chosen = { PATIENT: ['SEX'], MEDICAL_DATA: { Misc: ['WEIGHT'], Laboratory: ['HB', 'FERRITIN'] } }

  test('is that of the dictionary without an order, as for old programs', () => {
    expect(names(chosen)).toEqual(['SEX', 'WEIGHT', 'HB', 'FERRITIN'])
  })

  test.each<[string, readonly string[], readonly string[]]>([
    ['all fields', ['FERRITIN', 'SEX', 'HB', 'WEIGHT'], ['FERRITIN', 'SEX', 'HB', 'WEIGHT']],
    ['some fields, the others last', ['HB', 'SEX'], ['HB', 'SEX', 'WEIGHT', 'FERRITIN']],
    ['names in any letter case and twice', ['ferritin', 'FERRITIN', 'hb'], ['FERRITIN', 'HB', 'SEX', 'WEIGHT']],
    ['fields that are not chosen or unknown', ['ALT', 'nome', 'HB'], ['HB', 'SEX', 'WEIGHT', 'FERRITIN']],
  ])('follows an order of %s', (_name, ORDER, expected) => {
    expect(names({ ...chosen, ORDER })).toEqual(expected)
  })

  test('never adds a field, also not an identifying one', () => {
    expect(names({ PATIENT: ['SEX'], MEDICAL_DATA: {}, ORDER: ['surname', 'HB', 'SEX'] })).toEqual(['SEX'])
  })

  test('is rejected with more names than a category', () => {
    expect(FieldSelection.safeParse({ ...chosen, ORDER: Array(301).fill('SEX') }).success).toBe(false)
  })

  test('keeps the earlier fields first when another is chosen, and forgets a removed one', () => {
    const first = FieldSelection.parse({ PATIENT: [], MEDICAL_DATA: { Laboratory: ['HB'] } })
    const second = keepFieldOrder(first, FieldSelection.parse({ PATIENT: ['SEX'], MEDICAL_DATA: { Laboratory: ['HB'] } }))
    expect(second.ORDER).toEqual(['HB', 'SEX'])
    const removed = keepFieldOrder(second, { ...second, MEDICAL_DATA: { Laboratory: [] } })
    expect(removed).toEqual({ PATIENT: ['SEX'], MEDICAL_DATA: { Laboratory: [] } })
  })

  test.each<[FieldName, number, readonly string[]]>([
    ['FERRITIN', 0, ['FERRITIN', 'SEX', 'WEIGHT', 'HB']],
    ['SEX', 1, ['WEIGHT', 'SEX', 'HB', 'FERRITIN']],
    ['SEX', 3, ['WEIGHT', 'HB', 'FERRITIN', 'SEX']],
  ])('has %s at place %i after a move', (moved, place, expected) => {
    expect(names(moveField(FieldSelection.parse(chosen), moved, place))).toEqual(expected)
  })

  test('covers the fields of ALL after a move, and is absent again when all are back', () => {
    const all: FieldSelection = { PATIENT: ['SEX'], MEDICAL_DATA: { Surgery: 'ALL' } }
    const moved = moveField(all, 'SEX', 2)
    expect(moved.MEDICAL_DATA.Surgery).toBe('ALL')
    expect(names(moved)[2]).toBe('SEX')
    expect(moveField(moved, 'SEX', 0)).not.toHaveProperty('ORDER')
  })

  test('is not stored when it is that of the dictionary', () => {
    const first = FieldSelection.parse({ PATIENT: ['SEX'], MEDICAL_DATA: {} })
    expect(keepFieldOrder(first, { ...first, MEDICAL_DATA: { Laboratory: ['HB'] } })).not.toHaveProperty('ORDER')
  })
})
