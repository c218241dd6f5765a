import { expect, test } from 'vitest'
import { listDays } from './record-days.ts'
import { listPresentComplications, listTherapy, listTrend } from './visit.ts'

test('REQ-CRF-14: a sheet lists the treatment that the record has, and the present complications', () => {
  const record = { TT: 'REGULAR', ICT_TYPE: 'DFX', ICT_DFX_DOSAGE: 21, ICT_DFO_DOSAGE: null, DIABETES: true, STROKE: false }
  expect(listTherapy(record)).toEqual(['TT', 'ICT_TYPE', 'ICT_DFX_DOSAGE'])
  expect(listPresentComplications(record)).toEqual(['DIABETES'])
})

test('REQ-CRF-14: a trend has the last three values, the newest first', () => {
  const change = (day: string, value: number) => ({ field: 'FERRITIN_LAST' as const, at: `${day}T10:00:00.000Z`, new: value })
  const days = listDays([change('2023-02-01', 700), change('2024-02-01', 900), change('2025-02-01', 1200), change('2026-02-01', 1500)])
  expect(listTrend(days, 'FERRITIN_LAST')).toEqual([
    { day: '2026-02-01', value: 1500 },
    { day: '2025-02-01', value: 1200 },
    { day: '2024-02-01', value: 900 },
  ])
})
