import { expect, it } from 'vitest'
import { fields } from './dictionary.ts'
import { formatMeasurement, formatPlainNumber, formatUnit } from './units.ts'

it('formats every unit of the dictionary without UCUM braces', () => {
  const units = [...new Set(fields.flatMap(({ unit }) => unit ?? []))]
  expect(units.length).toBeGreaterThan(10)
  for (const language of ['it', 'en'] as const)
    expect(units.map((unit) => formatUnit(unit, language)).filter((text) => /[{}_]/.test(text))).toEqual([])
})

it.each([
  ['mL/min/{1.73_m2}', 'mL/min/1,73 m²', 'mL/min/1.73 m²'],
  ['d', 'giorni', 'days'],
  ['d/wk', 'giorni/settimana', 'days/week'],
  ['mg/kg/d', 'mg/kg/giorno', 'mg/kg/day'],
  ['g/cm2', 'g/cm²', 'g/cm²'],
  ['mg/g{dry_wt}', 'mg/g di peso secco', 'mg/g dry weight'],
  ['{Z-score}', 'Z-score', 'Z-score'],
  ['{T-score}', 'T-score', 'T-score'],
  ['{admissions}/a', 'ricoveri/anno', 'admissions/year'],
  ['{RBC_units}/a', 'unità di emazie/anno', 'red-cell units/year'],
  ['mg/dL', 'mg/dL', 'mg/dL'],
])('formats %s', (unit, it, en) => {
  expect([formatUnit(unit, 'it'), formatUnit(unit, 'en')]).toEqual([it, en])
})

it('formats measured values unrounded, with a thousands mark to read and without one to type or copy', () => {
  expect(formatMeasurement(1376.0625, 'it')).toBe('1.376,0625')
  expect(formatPlainNumber(12403.0625, 'it')).toBe('12403,0625')
  expect(formatMeasurement(1376.0625, 'en')).toBe('1,376.0625')
  expect(formatPlainNumber(12403.0625, 'en')).toBe('12403.0625')
  expect(formatMeasurement(0.1, 'it')).toBe('0,1')
})
