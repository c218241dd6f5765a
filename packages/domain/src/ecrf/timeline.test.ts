import { describe, expect, test } from 'vitest'
import { getField } from '../fields/dictionary.ts'
import type { Value } from '../fields/values.ts'
import type { FieldName } from '../fields/dictionary.ts'
import { findFirstDay, listPeriods, listPoints, timelineFieldNames, timelineFields } from './timeline.ts'

const change = (field: FieldName, day: string, value: Value) => ({ field, at: `${day}T10:00:00.000Z`, new: value })

describe('REQ-CRF-13: the values of a record over time', () => {
  test('are in the order of their days, with the last value of a day, whatever the order of the changes', () => {
    const changes = [
      change('HB_LAST', '2024-05-01', 10),
      change('HB_LAST', '2023-05-01', 9),
      { ...change('HB_LAST', '2023-05-01', 9.4), at: '2023-05-01T11:00:00.000Z' },
      change('FERRITIN_LAST', '2024-01-01', 800),
    ]
    expect(listPoints(changes, 'HB_LAST')).toEqual([
      { day: '2023-05-01', value: 9.4 },
      { day: '2024-05-01', value: 10 },
    ])
  })

  test('have no point for a value that was cleared on its day', () => {
    const cleared = { ...change('HB_LAST', '2023-05-01', null), at: '2023-05-01T11:00:00.000Z' }
    expect(listPoints([change('HB_LAST', '2023-05-01', 9), cleared], 'HB_LAST')).toEqual([])
  })

  test('stand on the day in Italy', () => {
    const late = { ...change('HB_LAST', '2023-05-01', 9), at: '2023-05-01T22:30:00.000Z' }
    expect(listPoints([late], 'HB_LAST')).toEqual([{ day: '2023-05-02', value: 9 }])
  })

  test.each([
    [[], '2025-03-01'],
    [['2025-12-01'], '2025-03-01'],
    [['2025-12-01', '2020-05-01'], '2020-05-01'],
  ])('with values of %j begin on %s', (measured, first) => {
    expect(findFirstDay(measured, '2026-03-01')).toBe(first)
  })

  test.each(timelineFieldNames)('%s is a number, and its limits are possible values in ascending order', (name) => {
    const { type, min, max } = getField(name)
    const limits: readonly number[] = timelineFields[name].limits
    expect(['float', 'integer']).toContain(type)
    expect(limits.toSorted((one, other) => one - other)).toEqual(limits)
    expect(limits.every((limit) => limit > Number(min) && limit < Number(max))).toBe(true)
  })
})

describe('REQ-CRF-13: the treatments of a record over time', () => {
  test('follow each other, and the first begins at the start date', () => {
    const changes = [change('ICT_TYPE', '2024-05-01', 'DFX_FCT'), change('ICT_TYPE', '2020-05-01', 'DFO')]
    expect(listPeriods(changes, { ICT_START: '2001-01-01' }, 'chelation')).toEqual([
      { treatment: 'chelation', regimen: 'DFO', from: '2001-01-01', to: '2024-05-01' },
      { treatment: 'chelation', regimen: 'DFX_FCT', from: '2024-05-01', to: undefined },
    ])
  })

  test('have a gap where there was none', () => {
    const changes = [change('TT', '2020-01-01', 'REGULAR'), change('TT', '2021-01-01', 'NEVER'), change('TT', '2022-01-01', 'OCCASIONAL')]
    expect(listPeriods(changes, {}, 'transfusion').map(({ from, to }) => [from, to])).toEqual([
      ['2020-01-01', '2021-01-01'],
      ['2022-01-01', undefined],
    ])
  })

  test('ignore a start date after the first regimen', () => {
    const [period] = listPeriods([change('TT', '2020-01-01', 'REGULAR')], { TT_START: '2021-01-01' }, 'transfusion')
    expect(period?.from).toBe('2020-01-01')
  })
})
