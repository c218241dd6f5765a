import { describe, expect, test } from 'vitest'
import { fields, type FieldName } from '../fields/dictionary.ts'
import type { PatientRecord } from '../fields/values.ts'
import { buildApplicability } from '../rules/applies.ts'
import { sampleReferenceValues } from '../testing/reference-values.ts'
import { bandLabels, findOwnBand } from './bands.ts'
import { explainField } from './meanings.ts'
import { delayNewValues, findReadableFrom } from './delay.ts'
import { buildOwnRecord, type OwnRecordSource } from './own-record.ts'
import { getOwnSection, ownSectionNames } from './sections.ts'

const today = '2026-03-01'
const build = (values: PatientRecord, more: Partial<Parameters<typeof buildOwnRecord>[0]> = {}) =>
  buildOwnRecord({ values, missing: {}, changes: [], ...more }, buildApplicability(sampleReferenceValues), today)
const find = (sections: ReturnType<typeof build>, name: FieldName) =>
  sections.flatMap((one) => one.fields).find(({ field }) => field === name)

describe('REQ-PAT-25: the patient’s record', () => {
  test('has each field of the dictionary once', () => {
    const shown = ownSectionNames.flatMap((name) => getOwnSection(name).fields)
    expect(shown.toSorted()).toEqual(fields.map(({ name }) => name).toSorted())
  })

  test('explains each field in one sentence of both languages', () => {
    for (const { name } of fields) {
      const meaning = explainField(name)
      expect([name, meaning?.it.endsWith('.'), meaning?.en.endsWith('.')]).toEqual([name, true, true])
    }
  })

  test('says at each section whether it is in use', () => {
    const inUse = (values: PatientRecord) => Object.fromEntries(build(values).map(({ section, inUse: isUsed }) => [section, isUsed]))
    expect(inUse({ C_DB_M: true, C_DB_P: false })).toMatchObject({ iron: true, personal: false, registration: true, consents: true })
    expect(inUse({ C_DB_M: null, C_DB_P: true })).toMatchObject({ iron: false, diagnosis: false, personal: true })
  })

  test('has the day and the source of the last change of a value, and of a reason', () => {
    const changes = [
      { field: 'HB_LAST', at: '2025-01-10T10:00:00Z', source: 'file', new: 9 },
      { field: 'HB_LAST', at: '2025-06-30T22:30:00Z', source: 'form', new: 10 },
      { field: 'WEIGHT', at: '2025-02-01T10:00:00Z', source: 'form', new: '\\N:refused' },
      { field: 'LIC_LAST', at: '2025-02-01T10:00:00Z', source: 'form', new: null },
    ] as const
    const sections = build({ HB_LAST: 10, WEIGHT: null, LIC_LAST: null }, { changes, missing: { WEIGHT: 'refused' } })
    expect(find(sections, 'HB_LAST')).toMatchObject({ value: 10, day: '2025-07-01', source: 'form' })
    expect(find(sections, 'WEIGHT')).toMatchObject({ value: null, missing: 'refused', day: '2025-02-01' })
    expect(find(sections, 'LIC_LAST')).toMatchObject({ value: null, missing: null, day: null, source: null })
  })

  test('marks a field that does not apply', () => {
    expect(find(build({}), 'C_DB_NO_NOTIFICATION')?.applies).toBe(false)
    expect(find(build({ SPLENECTOMY: false }), 'SPLENECTOMY_DATE')?.applies).toBe(false)
    expect(find(build({ SPLENECTOMY: true }), 'SPLENECTOMY_DATE')?.applies).toBe(true)
  })

  test('misses no value that the registry calculates', () => {
    const missed = build({}).flatMap((one) => one.fields.flatMap(({ field, applies }) => (applies ? [field] : [])))
    expect(missed).toEqual(expect.arrayContaining(['HB', 'LIC_LAST', 'T2_HEART_LAST']))
    expect(missed.filter((name) => name === 'COMPLICATIONS_NUM' || /^(?:HB|FERRITIN)_/.test(name))).toEqual([])
  })

  test('a record without any value has all its sections', () => {
    const sections = build({})
    expect(sections).toHaveLength(ownSectionNames.length)
    expect(sections.flatMap((one) => one.fields).every(({ value, day, band }) => value === null && day === null && band === null)).toBe(
      true,
    )
  })
})

describe('REQ-PAT-31: the delay of new clinical values', () => {
  test.each([
    ['2026-02-26T10:00:00Z', 3, null],
    ['2026-02-27T10:00:00Z', 3, '2026-03-02'],
    ['2026-02-26T23:30:00Z', 3, '2026-03-02'],
    ['2026-03-01T10:00:00Z', 30, '2026-03-31'],
    ['2026-03-01T23:30:00Z', 0, null],
  ])('what arrived at %s is readable with a delay of %i days from %s', (at, days, from) =>
    expect(findReadableFrom(at, days, today)).toBe(from),
  )

  const change = (field: FieldName, at: string, value: string | number | null) => ({ field, at, source: 'form', new: value }) as const
  const source: OwnRecordSource = {
    values: { SURNAME: 'NERI', TT: 'REGULAR', HB_LAST: 9, LIC_LAST: 8.5, SPLENECTOMY: true },
    missing: { WEIGHT: 'refused' },
    changes: [
      change('SURNAME', '2026-02-28T10:00:00Z', 'NERI'),
      change('LIC_LAST', '2026-02-28T10:00:00Z', 7),
      change('LIC_LAST', '2026-02-28T11:00:00Z', 8.5),
      change('HB_LAST', '2026-01-10T10:00:00Z', 9),
      change('TT', '2026-02-28T10:00:00Z', 'REGULAR'),
      change('WEIGHT', '2026-02-28T10:00:00Z', '\\N:refused'),
      change('GGT_LAST', '2026-02-28T10:00:00Z', null),
    ],
  }
  const delay = (days: number) => buildOwnRecord(delayNewValues(source, days, today), buildApplicability(sampleReferenceValues), today)

  test('a new value and a new reason are absent, and what only they would show too', () => {
    const sections = delay(3)
    const absent = { value: null, missing: null, day: null, source: null, band: null, readableFrom: '2026-03-03' }
    for (const field of ['LIC_LAST', 'TT', 'WEIGHT'] as const) expect(find(sections, field)).toMatchObject(absent)
    expect(find(sections, 'HB_LAST')).toMatchObject({ value: 9, band: null, readableFrom: null })
    expect(find(sections, 'GGT_LAST'), 'a removed value').toMatchObject({ value: null, readableFrom: null })
    expect(find(sections, 'SPLENECTOMY'), 'a value without history').toMatchObject({ value: true, readableFrom: null })
    expect(find(sections, 'SURNAME'), 'no clinical value').toMatchObject({ value: 'NERI', readableFrom: null })
  })

  test('without a delay everything is readable', () => {
    expect(delay(0)).toEqual(build(source.values, source))
    expect(find(delay(1), 'LIC_LAST')).toMatchObject({ value: 8.5, readableFrom: null })
  })
})

test.each<[FieldName, PatientRecord, string | undefined]>([
  ['LIC_LAST', { LIC_LAST: 3 }, 'no-overload'],
  ['LIC_LAST', { LIC_LAST: 16 }, 'severe'],
  ['T2_HEART_LAST', { T2_HEART_LAST: 9 }, 'severe'],
  ['FERRITIN_LAST', { FERRITIN_LAST: 1200 }, 'moderate'],
  ['HB_LAST', { HB_LAST: 9, TT: 'REGULAR' }, 'below-target'],
  ['HB_LAST', { HB_LAST: 9, TT: 'NEVER' }, undefined],
  ['ALT_LAST', { ALT_LAST: 50, DOB: '1990-01-01' }, 'high'],
  ['ALT_LAST', { ALT_LAST: 50, DOB: '2015-01-01' }, undefined],
  ['ALT_LAST', { ALT_LAST: 50 }, undefined],
  ['DEXA_TOTAL_HIP_T', { DEXA_TOTAL_HIP_T: -3 }, 'osteoporosis'],
  ['DEXA_TOTAL_HIP_Z', { DEXA_TOTAL_HIP_Z: -3 }, undefined],
  ['WEIGHT', { WEIGHT: 60 }, undefined],
  ['LIC_LAST', { LIC_LAST: null }, undefined],
])('the band of %s in %j is %s', (name, record, band) => {
  const found = findOwnBand(name, record, today)
  expect(found?.band).toBe(band)
  if (found) expect(found.bands.every((each) => bandLabels[each].it !== '')).toBe(true)
})
