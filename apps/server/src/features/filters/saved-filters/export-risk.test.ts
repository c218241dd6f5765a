import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { addFilter, type Staff } from './testing/fixture.ts'

let server: TestServer
let [manager, rome]: Staff[] = []
let id: number

const columns = {
  field_list: {
    PATIENT: ['center_code', 'SEX', 'address_area', 'address_zip', 'lob_region', 'CENTER_START'],
    MEDICAL_DATA: { Diagnosis: ['DOD'] },
  },
  filter_list: {},
}

beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01', 'ITI4')
  await makeCentre(server.database.owner, 'MI01', 'ITC4')
  // Five patients share decade and area in Lazio and Toscana; one of Milan is alone.
  for (let index = 0; index < 5; index += 1) {
    const personal = {
      sex: 'F',
      dob: `199${index}-03-01`,
      address_area: index < 3 ? 'R12' : 'R09',
      address_zip: '00185',
      lob_region: 'R12',
      centre_start: '2011-05-06',
    }
    await server.patient({
      centre: 'RM01',
      centrePatientCode: `R${index}`,
      consents: allConsents,
      personal,
      medical: { dod: '1999-12-31' },
    })
  }
  await server.patient({ centre: 'MI01', centrePatientCode: 'M1', consents: allConsents, personal: { sex: 'M', dob: '1950-01-01' } })
  manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org')
  id = await addFilter(manager, columns)
})
afterAll(() => server[Symbol.asyncDispose]())

const run = (more: Record<string, unknown>) => rome!.post('/inthem_query', { json: { action: 'RUN', id, as_role: 'CenterAdmin', ...more } })
const readManifests = () => server.database.owner<{ generalised: boolean; reason: string | null; rows_in_small_groups: number }[]>`
  SELECT generalised, reason, rows_in_small_groups FROM export_manifest ORDER BY at DESC LIMIT 1`
const coarse = {
  center_code: 'ITI',
  SEX: 'F',
  address_area: 'ITI',
  address_zip: '0',
  lob_region: 'ITI',
  CENTER_START: '2011-01-01',
  DOD: '1999-01-01',
}

describe('REQ-EXP-06: the risk of an export', () => {
  test('counts unique patients and small groups, with exact and with coarser values', async () => {
    expect(await manager!.api.savedFilters.exportRisk.query({ id, asRole: 'DataManager' })).toEqual({
      patients: 6,
      alone: 1,
      inSmallGroups: 6,
      generalised: { alone: 1, inSmallGroups: 1 },
      fields: ['SEX', 'address_area', 'lob_region'],
      canGeneralise: true,
    })
    expect(await rome!.api.savedFilters.exportRisk.query({ id, asRole: 'CenterAdmin' })).toMatchObject({
      patients: 5,
      generalised: { inSmallGroups: 0 },
    })
  })

  test('counts only the columns that are exported', async () => {
    const sex = await addFilter(manager!, { field_list: { PATIENT: ['SEX'], MEDICAL_DATA: {} }, filter_list: {} })
    expect(await rome!.api.savedFilters.exportRisk.query({ id: sex, asRole: 'CenterAdmin' })).toMatchObject({ alone: 0, inSmallGroups: 0 })
    expect(await manager!.api.savedFilters.exportRisk.query({ id: sex, asRole: 'DataManager' })).toMatchObject({
      alone: 1,
      fields: ['SEX'],
      canGeneralise: false,
    })
  })

  test('THREAT-33: a file with coarser values has years, areas and one digit of the postcode, in every format', async () => {
    const { rows } = (await (await run({ format: 'json', generalise: true })).json()) as { rows: object[] }
    expect(rows).toEqual(Array(5).fill(coarse))
    for (const format of ['csv', 'xml']) {
      const text = await (await run({ format, generalise: 'true' })).text()
      expect(text).toContain('2011-01-01')
      expect(text).not.toMatch(/R12|R09|RM01|001|2011-05|1999-12/)
    }
    expect(await readManifests()).toEqual([{ generalised: true, reason: null, rows_in_small_groups: 0 }])
  })

  test('THREAT-33: generalised rows are in the order of their own values, so that two files cannot be joined by position', async () => {
    for (const format of ['json', 'video']) {
      const json = { action: 'RUN', id, as_role: 'DataManager', format, generalise: true }
      const { rows } = (await (await manager!.post('/inthem_query', { json })).json()) as { rows: { center_code: string }[] }
      expect(rows.map(({ center_code }) => center_code)).toEqual(['ITC', 'ITI', 'ITI', 'ITI', 'ITI', 'ITI'])
    }
  })

  test('THREAT-33: the rows on screen are coarser too', async () => {
    const answer = (await (await run({ format: 'video', generalise: true })).json()) as { rows: object[] }
    expect(answer.rows).toEqual(Array(5).fill(coarse))
  })

  test('REQ-EXP-07: the manifest keeps the reason of exact values', async () => {
    await (await run({ format: 'csv', reason: ' Verifica con il centro ' })).arrayBuffer()
    expect(await readManifests()).toEqual([{ generalised: false, reason: 'Verifica con il centro', rows_in_small_groups: 5 }])
  })

  test.each([
    ['breve', 'export_reason_short'],
    ['x'.repeat(501), 'export_reason_long'],
  ])('rejects the reason %s', async (reason, code) => {
    const answer = await rome!.call('/inthem_query', { json: { action: 'RUN', id, as_role: 'CenterAdmin', format: 'csv', reason } })
    expect(answer).toMatchObject({ success: false })
    expect(JSON.stringify(answer)).toContain(code === 'export_reason_short' ? 'almeno 10' : '500')
  })

  test('is counted for a role of the caller only', async () => {
    const foreign = rome!.api.savedFilters.exportRisk.query({ id, asRole: 'DataManager' })
    await expect(foreign).rejects.toMatchObject({ data: { detail: { code: 'permission_denied' } } })
  })
})
