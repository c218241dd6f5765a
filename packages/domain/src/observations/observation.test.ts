import { describe, expect, test } from 'vitest'
import { readObservation, type ObservationTexts } from './observation.ts'

const ferritin: ObservationTexts = { analyte: 'FERRITIN', value: '1000', unit: 'ng/mL', takenOn: '2026-03-02', comparator: '', sample: '' }
const read = (change: Partial<ObservationTexts>, decimalComma = false) =>
  readObservation({ ...ferritin, ...change }, { today: '2026-06-01', decimalComma })

describe('REQ-OBS-02: a result', () => {
  test('keeps value and unit as sent, and has the value in the unit of the dictionary', () => {
    expect(read({ analyte: 'ferritin', value: '2247', unit: 'pmol/l', takenOn: '02/03/2026', comparator: '<', sample: ' A-1 ' })).toEqual({
      observation: {
        analyte: 'FERRITIN',
        value: 2247,
        unit: 'pmol/l',
        standardValue: 1000,
        takenOn: '2026-03-02',
        comparator: '<',
        sample: 'A-1',
      },
    })
  })

  test.each([
    ['FERRITIN', '812', 'ng/ml', 812],
    ['FERRITIN', '812', 'ug/L', 812],
    ['FERRITIN', '812', 'mcg/L', 812],
    ['FERRITIN', '812', 'µg/L', 812],
    ['FERRITIN', '812', 'μg/l', 812],
    ['ALT', '40', 'UI/L', 40],
    ['ALT', '40', 'u/l', 40],
    ['AST', '0.5', 'µkat/L', 30],
    ['HB', '95', 'g/L', 9.5],
    ['CREATININE', '88.4', 'µmol/L', 0.999_980_8],
    ['BILIRUBIN', '17.1', 'umol/L', 0.999_768_6],
    ['EGFR', '90', 'ml/min/1.73 m²', 90],
    ['T2_HEART', '0.021', 's', 21],
    ['LIC', '7', 'mg/g', 7],
    ['APP', '80', '', 80],
    ['WEIGHT', '61500', 'g', 61.5],
    ['FIBR_STIFFNESS', '7.2', 'kPa', 7.2],
  ])('%s of %s %s is %d', (analyte, value, unit, expected) => {
    expect(read({ analyte, value, unit }).observation?.standardValue).toBe(expected)
  })

  test.each([
    ['an unknown analyte', { analyte: 'GLUCOSE' }, 'analyte', 'observation_analyte_unknown'],
    ['no analyte', { analyte: ' ' }, 'analyte', 'value_required'],
    ['a unit of another quantity', { analyte: 'BILIRUBIN', value: '1', unit: 'U/L' }, 'unit', 'observation_unit_unknown'],
    ['no unit', { unit: '' }, 'unit', 'observation_unit_unknown'],
    ['a unit for a number without one', { analyte: 'APP', unit: '%' }, 'unit', 'observation_unit_unknown'],
    ['haemoglobin in mmol/L, whose factor is ambiguous', { analyte: 'HB', value: '6', unit: 'mmol/L' }, 'unit', 'observation_unit_unknown'],
    ['an unknown comparator', { comparator: '<=' }, 'comparator', 'observation_comparator_wrong'],
    ['a text', { value: 'high' }, 'value', 'value_number_invalid'],
    ['a value below the limit', { value: '0.5' }, 'value', 'value_too_low'],
    ['a value above the limit in another unit', { value: '200000', unit: 'pmol/L' }, 'value', 'value_too_high'],
    ['a future day', { takenOn: '2026-06-02' }, 'takenOn', 'value_date_future'],
    ['a day with a time', { takenOn: '2026-03-02 07:30' }, 'takenOn', 'value_date_invalid'],
    ['a day before all patients', { takenOn: '1899-12-31' }, 'takenOn', 'value_date_too_early'],
    ['no day', { takenOn: '' }, 'takenOn', 'value_required'],
    ['a control character in the sample', { sample: 'A\u0007' }, 'sample', 'value_characters'],
    ['a long sample', { sample: 'A'.repeat(81) }, 'sample', 'value_too_long'],
  ] as const)('%s is rejected', (_what, change, part, code) => {
    expect(read(change)).toMatchObject({ part, error: { code } })
  })

  test('where the comma is the decimal sign, 1.200 is rejected as ambiguous', () => {
    expect(read({ value: '1.200' }, true)).toMatchObject({ part: 'value', error: { code: 'value_number_ambiguous' } })
    expect(read({ value: '1.200' }).observation?.value).toBe(1.2)
    expect(read({ value: '1.200,5' }, true).observation?.value).toBe(1200.5)
  })

  test('U+2212 is a minus', () => {
    expect(read({ value: '\u22125' })).toMatchObject({ part: 'value', error: { code: 'value_too_low' } })
  })

  test('an unusual value is accepted with a warning', () => {
    expect(read({ value: '40000' })).toMatchObject({ observation: { value: 40_000 }, warning: { code: 'value_unusually_high' } })
  })
})
