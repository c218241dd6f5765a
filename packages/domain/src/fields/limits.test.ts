import { describe, expect, test } from 'vitest'
import { getField, type Field } from './dictionary.ts'
import { buildDayLimits, buildLengthCheck, buildNumberLimits } from './limits.ts'

const numberField: Field = { ...getField('HB'), min: 1, max: 25, warnMin: 4, warnMax: 18, unit: 'g/dL' }
const findNumberCodes = (field: Field, value: number) => {
  const { findError: rejection, findWarning: warning } = buildNumberLimits(field)
  return [rejection(value)?.error?.code, warning(value)?.code]
}

describe('the limits of a number', () => {
  test.each([
    [0.9, 'value_too_low', 'value_unusually_low'],
    [1, undefined, 'value_unusually_low'],
    [3.9, undefined, 'value_unusually_low'],
    [4, undefined, undefined],
    [18, undefined, undefined],
    [18.1, undefined, 'value_unusually_high'],
    [25, undefined, 'value_unusually_high'],
    [25.1, 'value_too_high', 'value_unusually_high'],
  ])('of %d give the error %s and the warning %s', (value, error, warning) => {
    expect(findNumberCodes(numberField, value)).toEqual([error, warning])
  })

  test('are in the parameters with their unit', () => {
    expect(buildNumberLimits(numberField).findError(0)?.error?.params).toEqual({ min: 1, unit: 'g/dL' })
    expect(buildNumberLimits(numberField).findWarning(20)?.params).toEqual({ max: 18, unit: 'g/dL' })
    const { unit: _, ...without } = numberField
    expect(buildNumberLimits(without).findError(26)?.error?.params).toEqual({ max: 25 })
  })

  test('a field without limits accepts every number', () => {
    const { min: _min, max: _max, warnMin: _warnMin, warnMax: _warnMax, ...open } = numberField
    expect([-1e300, 0, 1e300].map((value) => findNumberCodes(open, value))).toEqual(Array(3).fill([undefined, undefined]))
  })
})

const today = '2026-03-01'
const dayField: Field = { ...getField('DOD'), min: '1900-01-01', max: 'today', warnMin: '1950-01-01', warnMax: '2025-12-31' }
const findDayCodes = (field: Field, value: string) => {
  const { findError: rejection, findWarning: warning } = buildDayLimits(field, today)
  return [rejection(value)?.error?.code, warning(value)?.code]
}

describe('the limits of a day', () => {
  test.each([
    ['1899-12-31', 'value_date_too_early', 'value_date_unusual'],
    ['1900-01-01', undefined, 'value_date_unusual'],
    ['1949-12-31', undefined, 'value_date_unusual'],
    ['1950-01-01', undefined, undefined],
    ['2025-12-31', undefined, undefined],
    ['2026-01-01', undefined, 'value_date_unusual'],
    ['2026-03-01', undefined, 'value_date_unusual'],
    ['2026-03-02', 'value_date_future', 'value_date_unusual'],
  ])('of %s give the error %s and the warning %s', (value, error, warning) => {
    expect(findDayCodes(dayField, value)).toEqual([error, warning])
  })

  test('are in the parameters as dd/MM/yyyy', () => {
    expect(buildDayLimits(dayField, today).findError('1899-12-31')?.error?.params).toEqual({ min: '01/01/1900' })
    const closed: Field = { ...dayField, max: '2000-01-02' }
    expect(buildDayLimits(closed, today).findError('2000-01-03')?.error).toEqual({
      code: 'value_date_too_late',
      params: { max: '02/01/2000' },
    })
  })

  test('a field without limits accepts every day', () => {
    const { min: _min, max: _max, warnMin: _warnMin, warnMax: _warnMax, ...open } = dayField
    expect(['0001-01-01', '9999-12-31'].map((day) => findDayCodes(open, day))).toEqual(Array(2).fill([undefined, undefined]))
  })
})

describe('the maximum length', () => {
  const rejection = buildLengthCheck({ ...getField('DEAD_CAUSE'), maxLength: 3 })

  test.each([
    ['abc', undefined],
    ['abcd', 'value_too_long'],
    ['😀😀😀', undefined],
    ['😀😀😀😀', 'value_too_long'],
  ])('of %s gives the error %s', (text, code) => expect(rejection(text)?.error?.code).toBe(code))

  test('is unlimited without a definition', () => {
    const { maxLength: _, ...open } = getField('DEAD_CAUSE')
    expect(buildLengthCheck(open)('x'.repeat(100_000))).toBeUndefined()
  })
})
