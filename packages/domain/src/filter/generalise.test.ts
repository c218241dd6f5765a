import { describe, expect, test } from 'vitest'
import { filterableFields, getField, type FieldName } from '../fields/dictionary.ts'
import { findCoarser, listRecognisingFields, needsReason } from './generalise.ts'

describe('REQ-EXP-06: coarser values', () => {
  const cases: readonly (readonly [FieldName, string | undefined])[] = [
    ['DOD', 'year'],
    ['CENTER_START', 'year'],
    ['center_code', 'area'],
    ['lob_region', 'area'],
    ['address_area', 'area'],
    ['address_zip', 'first digit'],
    ['AGE_BAND', 'ten years'],
    ['AGE_AT_DEATH_BAND', 'ten years'],
    ['YEARS_SINCE_DIAGNOSIS', undefined],
    ['MONTHS_SINCE_LAST_SEEN', 'twelve months'],
    ['SEX', undefined],
    ['HB', undefined],
    ['GENOTYPE', undefined],
  ]
  test.each(cases)('%s: %s', (name, coarser) => {
    expect(findCoarser(getField(name))).toBe(coarser)
  })

  test('no filter exports a day', () => {
    const days = filterableFields.filter(({ type }) => type === 'date')
    expect(days.length).toBeGreaterThan(5)
    expect(days.filter((field) => findCoarser(field) !== 'year')).toEqual([])
  })
})

test.each([
  [{ patients: 0, alone: 0, inSmallGroups: 0 }, false],
  [{ patients: 100, alone: 0, inSmallGroups: 0 }, false],
  [{ patients: 100, alone: 0, inSmallGroups: 4 }, false],
  [{ patients: 1, alone: 1, inSmallGroups: 1 }, true],
])('REQ-EXP-07: an export of %j needs a reason: %s', (risk, needed) => {
  expect(needsReason(risk)).toBe(needed)
})

test('REQ-EXP-04: patients are recognised by the exported fields alone', () => {
  expect(listRecognisingFields(['HB', 'SEX', 'AGE_BAND'])).toEqual(['AGE_BAND', 'SEX'])
  expect(listRecognisingFields(['HB'])).toEqual([])
})
