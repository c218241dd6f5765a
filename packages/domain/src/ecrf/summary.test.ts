import { describe, expect, test } from 'vitest'
import { findAge, findAlertAge, findTimeSince, listAlerts } from './summary.ts'

describe('REQ-CRF-09: the alerts of a record', () => {
  test.each([
    [{ T2_HEART_LAST: 9.9 }, ['cardiac-iron']],
    [{ T2_HEART_LAST: 10 }, []],
    [{ LIC_LAST: 15.1 }, ['liver-iron']],
    [{ LIC_LAST: 15 }, []],
    [{ FERRITIN_LAST: 2501 }, ['ferritin']],
    [{ FERRITIN_LAST: 2500 }, []],
    [{ EGFR_LAST: 59, ICT_DFX_DOSAGE: 20 }, ['deferasirox-contraindicated']],
    [{ EGFR_LAST: 59 }, []],
    [{ EGFR_LAST: 60, ICT_DFX_DOSAGE: 20 }, []],
    [{ ICT_DFP_COMPLIANCE: 79 }, ['compliance']],
    [{ ICT_DFP_COMPLIANCE: 80, ICT_DFO_COMPLIANCE: null }, []],
    [{ IMMUNIZATION: 'KELL' }, ['antibodies']],
    [{ IMMUNIZATION: 'NONE' }, []],
    [{ SPLENECTOMY: true }, ['asplenia']],
    [{ SPLENECTOMY: false }, []],
    [{}, []],
  ])('%j: %j', (values, alerts) =>
    expect(listAlerts({ values, consents: { medical: true }, withdrawn: false, lastMri: '2026-03-10' }, '2026-03-10')).toEqual(alerts),
  )

  test.each([
    ['2024-03-11', {}, {}, []],
    ['2024-03-10', {}, {}, ['no-mri']],
    [null, {}, {}, ['no-mri']],
    [null, { DEAD_DATE: '2020-01-01' }, {}, []],
    [null, {}, { consents: { medical: false } }, []],
    [null, {}, { withdrawn: true }, []],
  ])('the last MRI on %s with %j and %j: %j', (lastMri, values, other, alerts) =>
    expect(listAlerts({ values, consents: { medical: true }, withdrawn: false, lastMri, ...other }, '2026-03-10')).toEqual(alerts),
  )
})

test.each([
  [{ DOB: '1980-03-11' }, 45],
  [{ DOB: '1980-03-10' }, 46],
  [{ DOB: '1980-03-10', DEAD_DATE: '2000-03-09' }, 19],
  [{}, undefined],
])('the age of %j on 10 March 2026 is %s', (record, age) => expect(findAge(record, '2026-03-10')).toBe(age))

test.each([
  ['2026-03-10', { months: 0, years: 0 }],
  ['2026-04-01', { months: 0, years: 0 }],
  ['2025-01-10', { months: 14, years: 0 }],
  ['2024-03-11', { months: 23, years: 0 }],
  ['2024-03-10', { months: 0, years: 2 }],
])('REQ-CRF-09: the time since %s on 10 March 2026 is %j', (day, since) => expect(findTimeSince(day, '2026-03-10')).toEqual(since))

test('REQ-CRF-09: an alert says how old its value is, if it is a year or more', () => {
  const mark = { results: 2, computed: 2600 }
  const find = (day: string) => findAlertAge('ferritin', { FERRITIN_LAST: { ...mark, by: 'computed', day } }, '2026-03-10')
  expect(find('2025-01-10')).toEqual({ months: 14, years: 0 })
  expect(find('2025-03-11')).toBeUndefined()
  const reported = { ...mark, by: 'reported', day: '2020-01-01', reported: 2700, on: '2024-03-01' } as const
  expect(findAlertAge('ferritin', { FERRITIN_LAST: reported }, '2026-03-10')).toEqual({ months: 0, years: 2 })
  expect(findAlertAge('liver-iron', { FERRITIN_LAST: reported }, '2026-03-10')).toBeUndefined()
  expect(findAlertAge('asplenia', { FERRITIN_LAST: reported }, '2026-03-10')).toBeUndefined()
})
