import { describe, expect, test } from 'vitest'
import { getField, type FieldName } from '../fields/dictionary.ts'
import type { PatientRecord, Value } from '../fields/values.ts'
import { complicationFields } from '../cohort/groups.ts'
import { boneLimits, listBoneScores } from './bone.ts'
import { complicationGroups, listComplications } from './complications.ts'
import { intakeLimits, listDoses, listIntake, listIronPath } from './iron.ts'
import { chartFields } from './chart-fields.ts'
import { listDays, placeResults } from './record-days.ts'
import {
  findBand,
  findFirstDay,
  hasBands,
  listDataPoints,
  listYears,
  timelineFieldNames,
  timelineFields,
  yearlyAnalytes,
  type Band,
  type Limits,
  type TimelinePeriod,
} from './timeline.ts'
import { listMarks, listPeriods, type Treatment } from './treatments.ts'

const change = (field: FieldName, day: string, value: Value) => ({ field, at: `${day}T10:00:00.000Z`, new: value })
/** The changes of saves of several values, by day. */
const saves = (byDay: Readonly<Record<string, PatientRecord>>) =>
  Object.entries(byDay).flatMap(([day, values]) =>
    Object.entries(values).map(([field, value]) => change(field as FieldName, day, value ?? null)),
  )
const days = (byDay: Readonly<Record<string, PatientRecord>>) => listDays(saves(byDay))

describe('REQ-CRF-13: the values of a record over time', () => {
  test('are in the order of their days, with the last value of a day, whatever the order of the changes', () => {
    const changes = [
      change('LIC_LAST', '2024-05-01', 10),
      change('LIC_LAST', '2023-05-01', 9),
      { ...change('LIC_LAST', '2023-05-01', 9.4), at: '2023-05-01T11:00:00.000Z' },
      change('ALT_LAST', '2024-01-01', 80),
    ]
    expect(listDataPoints(listDays(changes), 'LIC_LAST')).toEqual([
      { day: '2023-05-01', value: 9.4 },
      { day: '2024-05-01', value: 10 },
    ])
  })

  test.each([[null], [String.raw`\N:unknown`]])('have no data point for a value that became %j on its day', (cleared) => {
    const later = { ...change('LIC_LAST', '2023-05-01', cleared), at: '2023-05-01T11:00:00.000Z' }
    expect(listDataPoints(listDays([change('LIC_LAST', '2023-05-01', 9), later]), 'LIC_LAST')).toEqual([])
  })

  test('are placed on the day in Italy', () => {
    const late = { ...change('LIC_LAST', '2023-05-01', 9), at: '2023-05-01T22:30:00.000Z' }
    expect(listDataPoints(listDays([late]), 'LIC_LAST')).toEqual([{ day: '2023-05-02', value: 9 }])
  })

  test.each<[TimelinePeriod, readonly string[], readonly string[], string]>([
    ['year', ['2020-05-01'], ['1982-01-01'], '2025-03-01'],
    ['five', [], ['1982-01-01'], '2025-03-01'],
    ['five', ['2025-12-01'], [], '2025-03-01'],
    ['five', ['2025-12-01', '2023-05-01', '2020-05-01'], ['1982-01-01'], '2023-05-01'],
    ['all', ['2025-12-01', '2020-05-01'], ['1982-01-01'], '1982-01-01'],
    ['all', ['2025-12-01', '2020-05-01'], [], '2020-05-01'],
    ['all', [], [], '2025-03-01'],
  ])('of the period "%s" with values of %j and treatments since %j begin on %s', (period, measured, treated, first) => {
    expect(findFirstDay(period, { measured, treated, today: '2026-03-01' })).toBe(first)
  })

  test('of the last year begin on the last day of February after a leap day', () => {
    expect(findFirstDay('year', { measured: [], treated: [], today: '2028-02-29' })).toBe('2027-02-28')
  })

  test.each<[Limits, number, Band]>([
    [timelineFields.LIC_LAST, 3, 'no-overload'],
    [timelineFields.LIC_LAST, 3.1, 'mild'],
    [timelineFields.LIC_LAST, 15.1, 'severe'],
    [timelineFields.T2_HEART_LAST, 9.9, 'severe'],
    [timelineFields.T2_HEART_LAST, 10, 'moderate'],
    [timelineFields.T2_HEART_LAST, 20, 'no-overload'],
    [yearlyAnalytes.HB, 9.4, 'below-target'],
    [yearlyAnalytes.HB, 9.5, 'target'],
    [yearlyAnalytes.HB, 10.5, 'target'],
    [yearlyAnalytes.HB, 10.6, 'above-target'],
  ])('with the limits %j have %d in the band %s', (limits, value, band) => {
    expect(findBand(limits, value)).toBe(band)
  })

  test.each([
    ['HB', 'TDT', true],
    ['HB', 'NTDT', false],
    ['HB', null, false],
    ['FERRITIN', 'NTDT', true],
  ])('of %s with the phenotype %j have the bands: %j', (analyte, phenotype, expected) => {
    expect(hasBands(analyte, { FENOTYPE: phenotype })).toBe(expected)
  })

  test.each([
    ...Object.entries(timelineFields),
    ...Object.entries(yearlyAnalytes),
    ['T-score', boneLimits],
    ['intake', intakeLimits],
  ] as const)('of %s have one band more than limits', (_, { limits, bands }) => {
    expect(bands).toHaveLength(limits.length + 1)
  })

  test.each(timelineFieldNames)('%s is a number, and its limits are possible values in ascending order', (name) => {
    const { type, min, max } = getField(name)
    const limits: readonly number[] = timelineFields[name].limits
    expect(['float', 'integer']).toContain(type)
    expect(limits.toSorted((one, other) => one - other)).toEqual(limits)
    expect(limits.every((limit) => limit > Number(min) && limit < Number(max))).toBe(true)
  })

  test('a year has the recorded statistics, and otherwise those of its values', () => {
    const found = listYears(
      days({
        '2024-02-01': { FERRITIN_LAST: 800 },
        '2024-09-01': { FERRITIN_LAST: 1200, FERRITIN: 1000 },
        '2025-03-01': { FERRITIN_LAST: 900, FERRITIN_MEAN: 950, FERRITIN_MIN: 700, FERRITIN_MAX: 1100 },
        '2026-02-01': { WEIGHT: 50 },
        '2026-03-01': { FERRITIN_MEAN: 640 },
      }),
      'FERRITIN',
      '2026-04-01',
    )
    expect(found).toEqual([
      { year: '2024', day: '2024-07-01', mean: 1000, min: 800, max: 1200 },
      { year: '2025', day: '2025-07-01', mean: 950, min: 700, max: 1100 },
      { year: '2026', day: '2026-04-01', mean: 640, min: 640, max: 640 },
    ])
  })

  describe('with dated results', () => {
    const result = (analyte: string, takenOn: string, standardValue: number, comparator: '<' | '>' | null = null) => ({
      analyte,
      takenOn,
      comparator,
      standardValue,
    })
    const typed = (field: FieldName, day: string, value: Value) => ({ ...change(field, day, value), source: 'form' as const })
    const computed = (field: FieldName, day: string, value: Value) => ({ ...change(field, day, value), source: 'computed' as const })
    const exact = { result: { comparator: null } }

    test('have the results on the days of their samples, and no point for what the registry computed from them', () => {
      const changes = [computed('LIC_LAST', '2026-02-01', 7), typed('WEIGHT', '2026-02-01', 60)]
      const placed = listDays(placeResults(changes, [result('LIC', '2024-05-03', 9), result('LIC', '2025-06-04', 7)], {}))
      expect(listDataPoints(placed, 'LIC_LAST')).toEqual([
        { day: '2024-05-03', value: 9, ...exact },
        { day: '2025-06-04', value: 7, ...exact },
      ])
    })

    test('keep on its day of recording a value that no result of the 12 months before can be', () => {
      const changes = [
        typed('LIC_LAST', '2020-02-01', 12),
        typed('LIC_LAST', '2024-06-01', 9.1),
        typed('LIC_LAST', '2025-05-02', 8),
        typed('LIC_LAST', '2025-05-03', 6),
      ]
      const placed = listDays(placeResults(changes, [result('LIC', '2024-05-03', 9)], {}))
      expect(listDataPoints(placed, 'LIC_LAST')).toEqual([
        { day: '2020-02-01', value: 12 },
        { day: '2024-05-03', value: 9, ...exact },
        { day: '2025-05-03', value: 6 },
      ])
    })

    test.each([
      ['reported', true],
      ['differs', true],
      ['computed', false],
    ] as const)('with a last value that is "%s" show a report after the newest result: %s', (by, isShown) => {
      const mark = { by, day: '2026-01-10', results: 1, computed: 9, reported: 15, on: '2026-02-01' }
      const changes = [typed('LIC_LAST', '2026-01-20', 14), typed('LIC_LAST', '2026-02-01', 15)]
      const placed = listDays(placeResults(changes, [result('LIC', '2026-01-10', 9)], { LIC_LAST: mark }))
      expect(listDataPoints(placed, 'LIC_LAST').slice(1)).toEqual(isShown ? [{ day: '2026-02-01', value: 15 }] : [])
    })

    test('have the years of the samples, without a mean if one is a limit', () => {
      const results = [
        result('FERRITIN', '2008-03-01', 900),
        result('FERRITIN', '2008-09-01', 1100),
        result('FERRITIN', '2009-03-01', 800),
        result('FERRITIN', '2009-04-01', 2000, '>'),
      ]
      const changes = [computed('FERRITIN_LAST', '2026-02-01', 2000), computed('FERRITIN_MAX', '2026-02-01', 2000)]
      expect(listYears(listDays(placeResults(changes, results, {})), 'FERRITIN', '2026-04-01')).toEqual([
        { year: '2008', day: '2008-07-01', mean: 1000, min: 900, max: 1100 },
        { year: '2009', day: '2009-07-01', min: 800, max: 2000 },
      ])
    })

    test('keep the weight of the visits, and add that of the results', () => {
      const placed = listDays(placeResults([typed('WEIGHT', '2026-02-01', 60)], [result('WEIGHT', '2026-01-10', 59)], {}))
      expect(listDataPoints(placed, 'WEIGHT')).toEqual([
        { day: '2026-01-10', value: 59, ...exact },
        { day: '2026-02-01', value: 60 },
      ])
    })
  })
})

describe('REQ-CRF-13: the iron of a record', () => {
  test('the square joins the LIC and the T2* valid on the same day', () => {
    const found = listIronPath(
      days({
        '2022-01-01': { LIC_LAST: 12 },
        '2023-01-01': { T2_HEART_LAST: 14 },
        '2024-01-01': { LIC_LAST: 6, T2_HEART_LAST: 22 },
        '2025-01-01': { WEIGHT: 60 },
      }),
    )
    expect(found).toEqual([
      { day: '2023-01-01', lic: 12, t2: 14 },
      { day: '2024-01-01', lic: 6, t2: 22 },
    ])
  })

  test('the intake is 200 mg for each unit, by weight and day, when one of them changes', () => {
    const found = listIntake(
      days({ '2022-01-01': { TT_QTY: 36.5 }, '2023-01-01': { WEIGHT: 50 }, '2024-01-01': { HB: 9 }, '2025-01-01': { TT_QTY: 0 } }),
    )
    expect(found.map(({ day, value }) => [day, Number(value.toFixed(3))])).toEqual([
      ['2023-01-01', 0.4],
      ['2025-01-01', 0],
    ])
  })

  test('the effective dose needs dosage, days and compliance', () => {
    const found = listDoses(
      days({
        '2022-01-01': { ICT_DFO_DOSAGE: 40, ICT_DFO_PRESCRIPTION: 5, ICT_DFP_DOSAGE: 75 },
        '2023-01-01': { ICT_DFO_COMPLIANCE: 70, ICT_DFP_PRESCRIPTION: 7, ICT_DFP_COMPLIANCE: 100 },
      }),
    )
    expect(found).toEqual([{ day: '2023-01-01', doses: { DFO: 20, DFP: 75 } }])
  })
})

describe('REQ-CRF-13: the treatments of a record over time', () => {
  const components: Readonly<Record<string, readonly string[]>> = { DFO: ['DFO'], DFO_DFX: ['DFO', 'DFX'], DFX_FCT: ['DFX'] }
  const periods = (byDay: Readonly<Record<string, PatientRecord>>, treatment: Treatment) =>
    listPeriods(days(byDay), treatment, (regimen) => components[regimen] ?? []).map(({ regimen, from, to }) => [regimen, from, to])

  test.each<[Treatment, unknown]>([
    [
      'DFO',
      [
        ['DFO', '2001-01-01', '2023-05-01'],
        ['DFO_DFX', '2023-05-01', '2024-05-01'],
      ],
    ],
    [
      'DFX',
      [
        ['DFO_DFX', '2023-05-01', '2024-05-01'],
        ['DFX_FCT', '2024-05-01', undefined],
      ],
    ],
    ['DFP', []],
  ])('%s has a bar while a regimen contains it, and the first regimen begins at the start date', (drug, expected) => {
    const record = {
      '2020-05-01': { ICT_TYPE: 'DFO', ICT_START: '2001-01-01' },
      '2023-05-01': { ICT_TYPE: 'DFO_DFX' },
      '2024-05-01': { ICT_TYPE: 'DFX_FCT' },
    }
    expect(periods(record, drug)).toEqual(expected)
  })

  test.each<[string, PatientRecord]>([
    ['never', { TT: 'NEVER' }],
    ['in the past', { TT: 'PAST' }],
    ['unknown', { TT: String.raw`\N:unknown` }],
    ['not going on', { TT_ONGOING: false }],
  ])('have a gap while the transfusions are %s', (_what, none) => {
    const record = { '2020-01-01': { TT: 'REGULAR' }, '2021-01-01': none, '2022-01-01': { TT: 'OCCASIONAL', TT_ONGOING: true } }
    expect(periods(record, 'transfusion').map(([, from, to]) => [from, to])).toEqual([
      ['2020-01-01', '2021-01-01'],
      ['2022-01-01', undefined],
    ])
  })

  test('ignore a start date after the first regimen', () => {
    expect(periods({ '2020-01-01': { TT: 'REGULAR', TT_START: '2021-01-01' } }, 'transfusion')).toEqual([
      ['REGULAR', '2020-01-01', undefined],
    ])
  })

  test('end when a drug is stopped', () => {
    const record = {
      '2020-01-01': { HU_TERAPY_TYPE: 'MTD', HU_TERAPY_ONGOING: true },
      '2022-01-01': { HU_TERAPY_TYPE: 'STOPPED', HU_TERAPY_ONGOING: false },
    }
    expect(periods(record, 'hydroxyurea')).toEqual([['MTD', '2020-01-01', '2022-01-01']])
  })

  test('have the operations with a day', () => {
    expect(listMarks({ SPLENECTOMY_DATE: '1999-05-01', GT_START: null, BMT_DATE: '2020-01-01' })).toEqual([
      { mark: 'splenectomy', day: '1999-05-01' },
      { mark: 'transplant', day: '2020-01-01' },
    ])
  })
})

describe('REQ-CRF-13: the bones of a record', () => {
  const record = {
    '2020-06-01': { DEXA_DATE: '2020-05-01', DEXA_LOMBAR_SPINE_T: -1.5, DEXA_LOMBAR_SPINE_Z: -1 },
    '2024-06-01': { DEXA_DATE: '2024-05-01', DEXA_LOMBAR_SPINE_T: -2, DEXA_TOTAL_HIP_T: -1.2, DEXA_LOMBAR_SPINE_Z: -1.4 },
  }
  test.each([
    ['1990-01-01', 'T', [{ LOMBAR_SPINE: -1.5 }, { LOMBAR_SPINE: -2, TOTAL_HIP: -1.2 }]],
    ['2010-01-01', 'Z', [{ LOMBAR_SPINE: -1 }, { LOMBAR_SPINE: -1.4 }]],
    [null, 'T', [{ LOMBAR_SPINE: -1.5 }, { LOMBAR_SPINE: -2, TOTAL_HIP: -1.2 }]],
  ])('of a patient born on %s are the %s-scores by the day of the DEXA', (born, score, sites) => {
    const found = listBoneScores(days(record), born)
    expect(found.score).toBe(score)
    expect(found.dataPoints).toEqual(sites.map((one, index) => ({ day: ['2020-05-01', '2024-05-01'][index], sites: one })))
  })
})

describe('REQ-CRF-13: the complications of a record', () => {
  test('are in one group each', () => {
    expect(Object.values(complicationGroups).flat().toSorted()).toEqual(complicationFields.toSorted())
  })

  test('have the year of the first save, or of the operation', () => {
    const changes = saves({
      '2019-01-01': { DIABETES: true, SPLENECTOMY: true },
      '2020-01-01': { DIABETES: false },
      '2021-01-01': { DIABETES: true },
    })
    const found = listComplications(changes, { DIABETES: true, SPLENECTOMY: true, SPLENECTOMY_DATE: '1998-02-03', HCV: true, HBV: false })
    const present = found.filter((one) => one.present.length > 0).map(({ group, possible, present: seen }) => [group, possible, seen])
    expect(present).toEqual([
      ['endocrine', 5, [{ field: 'DIABETES', year: '2019' }]],
      ['infection', 2, [{ field: 'HCV', year: undefined }]],
      ['spleen', 4, [{ field: 'SPLENECTOMY', year: '1998' }]],
    ])
  })
})

test('REQ-CRF-13: the charts read fields of the clinical data domain only', () => {
  expect(chartFields.filter((name) => getField(name).table !== 'patient_medical')).toEqual([])
  expect(new Set(chartFields).size).toBe(chartFields.length)
})
