import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SummaryRequest } from '@registry/api-contract/saved-filters'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { listIntervalLimits } from '@registry/domain/filter/distribution'
import { getField } from '@registry/domain/fields/dictionary'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Staff } from './testing/fixture.ts'

let server: TestServer
let [manager, rome]: Staff[] = []

const groups = [
  [
    20,
    {
      personal: { sex: 'F' },
      medical: { hb: 9.5, splenectomy: true, hospedalizations: 1, hospedal_causes: ['038.2', '008.8'] },
      consents: allConsents,
    },
  ],
  [
    10,
    {
      personal: { sex: 'M' },
      medical: { hb: 30 / 2, dod: '1985-03-01', hospedalizations: 1, hospedal_causes: ['038.2'] },
      consents: allConsents,
    },
  ],
  [10, { personal: { sex: 'M' }, medical: { hb: 9 }, consents: { ...allConsents, C_DB_M: false } }],
  [3, { personal: { sex: 'F' }, medical: { genotype: 'B0_B0', gt_note: 'CANARINO' }, consents: allConsents }],
  [7, { personal: { sex: 'F' }, medical: { hb: 9 } }],
] as const

beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  await makeCentre(owner, 'RM01', 'ITI4')
  await makeCentre(owner, 'MI01', 'ITC4')
  for (const [size, options] of groups)
    for (let index = 0; index < size; index += 1)
      await server.patient({ centre: 'RM01', centrePatientCode: `${size}-${JSON.stringify(options).length}-${index}`, ...options })
  await server.patient({ centre: 'MI01', centrePatientCode: 'M1', consents: allConsents, medical: { hb: 9.5 } })
  manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org')
})
afterAll(() => server[Symbol.asyncDispose]())

const everybody: SummaryRequest['where'] = { kind: 'predicates', predicates: [] }
const summarise = (fields: SummaryRequest['fields'], where: SummaryRequest['where'] = everybody) =>
  rome!.api.savedFilters.summary.query({ asRole: 'CenterAdmin', where, fields })
const inHb = (value: number): string => String(listIntervalLimits(getField('HB')).filter((limit) => Number(limit) <= value).length)

describe('REQ-FIL-17: the summary of a filter', () => {
  test('counts the patients by interval, with those without a value and without the consent', async () => {
    const { fields } = await summarise(['HB', 'DOD'])
    const [hb, dod] = fields
    const counts = (field: typeof hb) => field?.values.filter(({ patients }) => patients > 0)
    expect(counts(hb)).toEqual([
      { value: inHb(9.5), patients: 20 },
      { value: inHb(15), patients: 10 },
    ])
    expect(hb).toMatchObject({ field: 'HB', others: 0, missing: 3, withheld: 10 })
    expect(counts(dod)).toEqual([{ value: '9', patients: 10 }])
    expect(dod?.missing).toBe(23)
  })

  test('counts choices, several choices, and yes or no', async () => {
    const { fields } = await summarise(['SEX', 'HOSPEDAL_CAUSES', 'SPLENECTOMY', 'center_code'])
    const [sex, causes, splenectomy, centre] = fields
    expect(sex?.values).toContainEqual({ value: 'M', patients: 20 })
    expect(causes?.values).toEqual([
      { value: '038.2', patients: 30 },
      { value: '008.8', patients: 20 },
    ])
    expect(causes?.withheld).toBe(10)
    expect(splenectomy?.values).toEqual([{ value: 'true', patients: 20 }])
    expect(centre).toMatchObject({ values: [{ value: 'RM01' }], missing: 0, withheld: 0 })
  })

  test('shows no note, only the number of notes', async () => {
    const summary = await summarise(['GENOTYPE', 'GT_NOTE'])
    expect(JSON.stringify(summary)).not.toContain('CANARINO')
    expect(summary.fields).toMatchObject([{ values: [{ value: 'B0_B0', patients: 3 }] }, { values: [{ patients: 3 }] }])
  })

  test('REQ-FIL-18: describes the whole filter in both languages', async () => {
    const where: SummaryRequest['where'] = { kind: 'predicates', predicates: [{ field: 'SEX', operator: '=', value: 'F' }] }
    const { sentence } = await summarise(['SEX'], where)
    expect(sentence.it).toContain('«Sesso alla nascita» è uguale a «Femmina»')
    expect(sentence.en).toContain('Sex at birth')
  })

  test('REQ-FIL-04: covers the patients of the role only', async () => {
    const { fields } = await manager!.api.savedFilters.summary.query({ asRole: 'DataManager', where: everybody, fields: ['center_code'] })
    expect(fields[0]?.values).toEqual([
      { value: 'RM01', patients: 43 },
      { value: 'MI01', patients: 1 },
    ])
    const foreign = rome!.api.savedFilters.summary.query({ asRole: 'DataManager', where: everybody, fields: ['SEX'] })
    await expect(foreign).rejects.toMatchObject({ data: { detail: { code: 'permission_denied' } } })
  })

  test.each([[[]], [['DOB']], [['NAME']], [['NO_SUCH']], [Array.from({ length: 13 }, () => 'HB')]])(
    'rejects the fields %j',
    async (fields) => {
      await expect(summarise(fields as SummaryRequest['fields'])).rejects.toMatchObject({ data: { detail: { code: 'validation_failed' } } })
    },
  )
})
