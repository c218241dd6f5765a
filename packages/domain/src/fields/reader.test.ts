import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getField, fields, type FieldName } from './dictionary.ts'
import { buildReader, type ReaderContext } from './reader.ts'

const lists: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> = new Map([
  [
    'icd9',
    new Map([
      ['282.44', ['Talassemia']],
      ['285.9', ['Anemia']],
    ]),
  ],
  [
    'svc_sex',
    new Map([
      ['F', ['Femmina', 'Female']],
      ['M', ['Maschio', 'Male']],
      ['U', ['Non noto', 'Unknown']],
    ]),
  ],
  [
    'svc_genotype',
    new Map([
      ['B0_B0', ['β⁰/β⁰']],
      ['X1', ['Altro']],
      ['X2', ['Altro']],
    ]),
  ],
])
const context: ReaderContext = {
  today: '2026-03-01',
  referenceIds: (table) => new Set(lists.get(table)?.keys()),
  referenceLabels: (table) => lists.get(table) ?? new Map(),
}
const readText = (name: FieldName, text: string, more: Partial<ReaderContext> = {}) =>
  buildReader(getField(name), { ...context, ...more }).text(text)
const readJson = (name: FieldName, value: unknown) => buildReader(getField(name), context).json(value)

describe('a text is read as', () => {
  test.each<[FieldName, string, string | null]>([
    ['SURNAME', "  d'angelo  rossi ", "D'ANGELO ROSSI"],
    ['email', ' Anna@Example.IT ', 'anna@example.it'],
    ['legal_id', 'rssmra85t10a562s', 'RSSMRA85T10A562S'],
    ['legal_id', 'RSS MRA 85T10 A562S', 'RSSMRA85T10A562S'],
    ['email', 'anna@x.it.', 'anna@x.it'],
    ['mobile_prefix', '0039', '+39'],
    ['mobile_prefix', '39', '+39'],
    ['OTHER_THERAPIES', 'riga\nseconda riga', 'riga\nseconda riga'],
    ['TT_QTY', '12.50', '12.5'],
    ['TT_QTY', '1e1', '10'],
    ['TT_QTY', '+1E+1', '10'],
    ['TT_QTY', '125e-1', '12.5'],
    ['TT_QTY', '0.00000000125e+10', '12.5'],
    ['TT_QTY', '12.', '12'],
    ['TT_QTY', '.5', '0.5'],
    ['TT_QTY', '.25', '0.25'],
    ['TT_QTY', '012.5', '12.5'],
    ['TT_QTY', '0.0', '0'],
    ['TT_QTY', '0.00001', '0.00001'],
    ['TT_QTY', '0.0000001', '1e-7'],
    ['TT_QTY', '12.34567890123456789', '12.345678901234567'],
    ['DEXA_LOMBAR_SPINE_T', '-2.5', '-2.5'],
    ['DEXA_LOMBAR_SPINE_T', '-0', '0'],
    ['COVID_HOSP_DAYS', ' 7 ', '7'],
    ['COVID_HOSP_DAYS', '7.0', '7'],
    ['DOD', '1999-12-31', '1999-12-31'],
    ['DOD', '31/12/1999', '1999-12-31'],
    ...['true', 'TRUE', '1', 'sì', 'SÌ', 'si', 'Si', 'SI', 'yes', 'Yes', 'vero'].map((text): [FieldName, string, string] => [
      'BMT',
      text,
      'true',
    ]),
    ...['false', 'FALSE', '0', ' 0 ', 'no', 'No', 'falso'].map((text): [FieldName, string, string] => ['BMT', text, 'false']),
    ['BMT', 'si\u0300', 'true'],
    ['BMT', 'Vero', 'true'],
    ['BMT', 'NO', 'false'],
    ['SEX', ' F ', 'F'],
    ['SEX', 'f', 'F'],
    ['SEX', 'femmina', 'F'],
    ['SEX', 'Female', 'F'],
    ['GENOTYPE', 'b0_b0', 'B0_B0'],
    ['GENOTYPE', 'β⁰/β⁰', 'B0_B0'],
    ['HOSPEDAL_CAUSES', '["Anemia"]', '["285.9"]'],
    ['HOSPEDAL_CAUSES', ' [ "285.9", "282.44", "285.9" ] ', '["285.9","282.44"]'],
    ['HOSPEDAL_CAUSES', '[]', null],
    ['WEIGHT', '   ', null],
  ])('%s %j becomes %j', (name, text, canonical) => expect(readText(name, text)).toMatchObject({ text: canonical, error: undefined }))

  test('a decimal comma is valid only if the file allows it', () => {
    expect(readText('TT_QTY', '12,5').error).toEqual({ code: 'value_number_invalid' })
    expect(readText('TT_QTY', '12,5', { decimalComma: true }).text).toBe('12.5')
  })

  test.each([
    ['9,4', '9.4'],
    ['1.2', '1.2'],
    ['2.350,5', '2350.5'],
    ['1e+3', '1000'],
    [',5e1', '5'],
  ])('where the comma is the decimal sign, %s is %s', (text, canonical) => {
    expect(readText('FERRITIN', text, { decimalComma: true }).text).toBe(canonical)
  })

  test.each(['\u2212', '\u2013', '\u2010'])('the minus sign %s', (sign) => {
    expect(readText('DEXA_LOMBAR_SPINE_T', `${sign}2.5`).text).toBe('-2.5')
    expect(readText('DEXA_LOMBAR_SPINE_T', `${sign}2,5`, { decimalComma: true }).text).toBe('-2.5')
  })

  test('per cent in a field in per cent only', () => {
    expect(readText('ICT_DFX_COMPLIANCE', '95%').text).toBe('95')
    expect(readText('ICT_DFX_COMPLIANCE', '95,5 %', { decimalComma: true }).text).toBe('95.5')
    expect(readText('WEIGHT', '60%').error).toEqual({ code: 'value_number_invalid' })
  })

  test('without its invisible characters', () => {
    expect(readText('CENTER_ID', '\u200B CASE-\u00ADZ\uFEFF \u2060').text).toBe('CASE-Z')
    expect(readText('TT_QTY', '\u00A09.4\u200D').text).toBe('9.4')
    expect(readText('WEIGHT', '\u200B').text).toBeNull()
  })

  test('a point even where the comma is the decimal sign, if it comes from JSON or a cell with a number', () => {
    const reader = buildReader(getField('FERRITIN'), { ...context, decimalComma: true })
    expect(reader.json(1.234).text).toBe('1.234')
    expect(reader.json('1.234').text).toBe('1.234')
  })
})

test('a number is stored as JavaScript writes it', () => {
  const digits = fc.tuple(fc.nat({ max: 149 }), fc.stringMatching(/^\d{0,18}$/)).map(([whole, decimals]) => `${whole}.${decimals}`)
  fc.assert(
    fc.property(digits, (text) => {
      expect(readText('TT_QTY', text).text).toBe(String(Number(text)))
    }),
  )
})

describe('a text is rejected, and the error does not contain it', () => {
  test.each<[FieldName, string, object]>([
    ['DOD', '31/02/2020', { code: 'value_date_invalid' }],
    ['DOD', '2026-03-02', { code: 'value_date_future' }],
    ['DOD', '1899-12-31', { code: 'value_date_too_early', params: { min: '01/01/1900' } }],
    ['WEIGHT', '0.5', { code: 'value_too_low', params: { min: 1, unit: 'kg' } }],
    ['WEIGHT', '251', { code: 'value_too_high', params: { max: 250, unit: 'kg' } }],
    ['WEIGHT', 'sessanta', { code: 'value_number_invalid' }],
    ['WEIGHT', '0x10', { code: 'value_number_invalid' }],
    ['WEIGHT', 'Infinity', { code: 'value_number_invalid' }],
    ['WEIGHT', '1e999', { code: 'value_number_invalid' }],
    ...['1.2.3', '12a', '1 200', '<500', '9,4', '1,200', '- 2', '--2', '.', '-', 'e3', '12 %'].map((text): [FieldName, string, object] => [
      'WEIGHT',
      text,
      { code: 'value_number_invalid' },
    ]),
    ['COVID_HOSP_DAYS', '7.5', { code: 'value_integer_invalid' }],
    ...['2', '00', 's', 'n', 'x', 'y', 'nì', '-1', '1.0'].map((text): [FieldName, string, object] => [
      'BMT',
      text,
      { code: 'value_boolean_invalid' },
    ]),
    ['BMT', 'forse', { code: 'value_boolean_invalid' }],
    ['SEX', 'X', { code: 'value_not_listed' }],
    ['SEX', '282.44', { code: 'value_not_listed' }],
    ['SEX', 'constructor', { code: 'value_not_listed' }],
    ['SEX', '', { code: 'value_required' }],
    ['HOSPEDAL_CAUSES', '282.44', { code: 'value_multilist_invalid' }],
    ['HOSPEDAL_CAUSES', '["282.44", 3]', { code: 'value_multilist_invalid' }],
    ['HOSPEDAL_CAUSES', '["F"]', { code: 'value_not_listed' }],
    ['CENTER_ID', 'x'.repeat(81), { code: 'value_too_long', params: { max: 80 } }],
    ['DEAD_CAUSE', 'a\u0000b', { code: 'value_characters' }],
    ['DEAD_CAUSE', 'a\ud800b', { code: 'value_characters' }],
    ['legal_id', 'RSSMRA85T10A562T', { code: 'legal_id_wrong' }],
    ['mobile_prefix', '+39a', { code: 'mobile_prefix_wrong' }],
  ])('%s %j', (name, text, detail) => expect(readText(name, text).error).toEqual(detail))

  test.each(['1.200', '-1.200', '12.345', '0.250', '1.200e2'])(
    'a point before three digits where the comma is the decimal sign: %s',
    (text) => {
      expect(readText('FERRITIN', text, { decimalComma: true }).error).toEqual({ code: 'value_number_ambiguous' })
    },
  )

  test.each([['B0B0'], ['B0-B0'], ['B0_BO'], ['0B_B0'], ['B0__B0']])('an unknown value names the near one: %s', (text) => {
    expect(readText('GENOTYPE', text).error).toEqual({ code: 'value_not_listed', params: { near: 'B0_B0' } })
  })

  test('a label of two values is none of them', () => expect(readText('GENOTYPE', 'Altro').error).toEqual({ code: 'value_not_listed' }))

  test('one unknown id rejects the list', () => {
    expect(readText('HOSPEDAL_CAUSES', '["282.44", "F"]').error).toEqual({ code: 'value_not_listed' })
  })

  test('a list has at most 200 different items', () => {
    const ids = Array.from({ length: 201 }, (_, index) => String(index))
    const more = { referenceIds: () => new Set(ids) }
    expect(readText('HOSPEDAL_CAUSES', JSON.stringify(ids), more).error).toEqual({ code: 'value_too_many_items', params: { max: 200 } })
    const most = JSON.stringify(ids.slice(1))
    expect(readText('HOSPEDAL_CAUSES', most, more).text).toBe(most)
    expect(readText('HOSPEDAL_CAUSES', JSON.stringify([...ids.slice(1), '1']), more).text).toBe(most)
  })

  test('a character outside the basic plane counts as one', () => {
    expect(readText('CENTER_ID', '🩸'.repeat(80)).text).toBe('🩸'.repeat(80))
    expect(readText('CENTER_ID', '🩸'.repeat(81)).error?.code).toBe('value_too_long')
  })
})

describe('a value outside a soft limit is accepted with a warning (REQ-CRF-02)', () => {
  test.each<[FieldName, string, object]>([
    ['WEIGHT', '121', { code: 'value_unusually_high', params: { max: 120, unit: 'kg' } }],
    ['WEIGHT', '2', { code: 'value_unusually_low', params: { min: 3, unit: 'kg' } }],
    ['DOB', '1919-05-05', { code: 'value_date_unusual' }],
  ])('%s %s', (name, text, warning) => expect(readText(name, text)).toEqual({ text, warning, error: undefined }))

  test('a usual value has no warning', () => expect(readText('WEIGHT', '60')).toEqual({ text: '60', warning: undefined, error: undefined }))
})

describe('a JSON value is read as', () => {
  test.each<[FieldName, unknown, string | null]>([
    ['WEIGHT', 61.5, '61.5'],
    ['WEIGHT', '61.5', '61.5'],
    ['WEIGHT', null, null],
    ['BMT', true, 'true'],
    ['BMT', 0, 'false'],
    ['CENTER_ID', 12, '12'],
    ['CENTER_ID', 'AB', 'AB'],
    ['COVID_HOSP_DAYS', 7, '7'],
    ['COVID_HOSP_DAYS', '7', '7'],
    ['BMT', 'no', 'false'],
    ['SEX', 'F', 'F'],
    ['WEIGHT', undefined, null],
    ['HOSPEDAL_CAUSES', '["282.44"]', '["282.44"]'],
    ['HOSPEDAL_CAUSES', ['282.44'], '["282.44"]'],
    ['HOSPEDAL_CAUSES', [], null],
    ['DOD', '01/02/2003', '2003-02-01'],
  ])('%s %j', (name, value, text) => expect(readJson(name, value)).toMatchObject({ text, error: undefined }))

  test('a number is read as an id', () => {
    expect(buildReader(getField('SEX'), { ...context, referenceIds: () => new Set(['7']) }).json(7).text).toBe('7')
  })

  test.each<[FieldName, unknown, string]>([
    ['WEIGHT', true, 'value_number_invalid'],
    ['WEIGHT', { kg: 3 }, 'value_number_invalid'],
    ['BMT', 2, 'value_boolean_invalid'],
    ['DOD', 45292, 'value_date_invalid'],
    ['CENTER_ID', ['a'], 'value_text_invalid'],
    ['HOSPEDAL_CAUSES', [['282.44']], 'value_multilist_invalid'],
    ['HOSPEDAL_CAUSES', 282.44, 'value_multilist_invalid'],
    ['SEX', null, 'value_required'],
    ['SEX', undefined, 'value_required'],
    ['SEX', ['F'], 'value_not_listed'],
    ['SEX', true, 'value_not_listed'],
    ['COVID_HOSP_DAYS', true, 'value_integer_invalid'],
    ['CENTER_ID', false, 'value_text_invalid'],
  ])('%s %j is rejected', (name, value, code) => expect(readJson(name, value).error?.code).toBe(code))
})

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', '[', '[null]', '{}', '\\N', "' or 1=1", '9'.repeat(400)),
)

test.each(fields)('$name rejects hostile texts without throwing', (field) => {
  const { text } = buildReader(field, context)
  fc.assert(
    fc.property(hostile, (raw) => {
      const { error: detail, text: canonical } = text(raw)
      expect(detail === undefined).toBe(canonical !== undefined)
    }),
    { numRuns: 20 },
  )
})
