import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCentre } from '@registry/db/testing/fixtures'
import { referenceTables } from '@registry/domain/reference/tables'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let staff: Awaited<ReturnType<TestServer['staff']>>

beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
  staff = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }])
})
afterAll(() => server[Symbol.asyncDispose]())

const ask = (fields: Record<string, string>) => staff.call('/admin/GetConfTable', { multipart: fields })

test.each(referenceTables)('%s answers its rows', async (table) => {
  const answer = await ask({ table_name: table, format: 'json' })
  expect(answer).toMatchObject({ success: true, rows: expect.any(Array) })
  expect((answer['rows'] as unknown[]).length > 0).toBe(table !== 'svc_clinical_study')
})

test('a table has its own columns in addition to the shared ones', async () => {
  const rows = async (table: string) => (await ask({ table_name: table, format: 'video' }))['rows'] as Record<string, unknown>[]
  expect((await rows('svc_region'))[0]).toMatchObject({ id: 'R01', trans_it: 'Piemonte', nation: 'IT', name: 'Piemonte', areaid: 'ITC1' })
  expect((await rows('svc_clinical_study_type')).find(({ id }) => id === 'XF')).toMatchObject({ extraeu: true, p_db: false, f: true })
  expect((await rows('geotree'))[0]).toMatchObject({ id: 'W', parent: null, leaf: false })
})

test.each([
  ['csv', 'text/csv; charset=utf-8', '\ufeffid,trans_it'],
  ['xml', 'application/xml; charset=utf-8', '<?xml'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK'],
])('%s answers a file', async (format, type, start) => {
  const answer = await staff.post('/admin/GetConfTable', { json: { table_name: 'svc_sex', format } })
  expect(answer.headers.get('content-type')).toBe(type)
  expect(answer.headers.get('content-disposition')).toContain(`filename="svc_sex.${format}"`)
  expect(
    Buffer.from(await answer.arrayBuffer())
      .toString('utf8')
      .startsWith(start),
  ).toBe(true)
})

test('THREAT-03: only names of existing tables and columns are accepted', async () => {
  for (const name of [
    "svc_sex'; drop table patient; --",
    'patient',
    'pg_shadow',
    '__proto__',
    'constructor',
    '"svc_sex"',
    'x'.repeat(100_000),
    '',
  ]) {
    expect(await ask({ table_name: name, format: 'json' })).toMatchObject({
      success: false,
      code: 'validation_failed',
      fields: { table_name: expect.any(String) },
    })
  }
  for (const orderby of ['id; select 1', '"id"', 'constructor', '1', 'id desc']) {
    expect(await ask({ table_name: 'svc_sex', format: 'json', orderby })).toMatchObject({
      success: false,
      fields: { orderby: 'Colonna sconosciuta' },
    })
  }
  expect(await ask({ table_name: 'SVC_SEX', format: 'json', orderby: 'TRANS_EN' })).toMatchObject({
    success: true,
    rows: [{ id: 'F' }, { id: 'M' }, { id: 'U' }],
  })
})

test('patients read the tables of their own page, and visitors read none (REQ-ADM-05)', async () => {
  const patient = await server.patient({ centre: 'RM01', centrePatientCode: 'P1' })
  expect(await patient.call('/admin/GetConfTable', { json: { table_name: 'svc_region' } })).toMatchObject({ success: true })
  expect(await patient.call('/admin/GetConfTable', { json: { table_name: 'icd9' } })).toMatchObject({
    success: false,
    code: 'permission_denied',
  })
  expect(await server.visitor('staff').call('/admin/GetConfTable', { json: { table_name: 'svc_nation' } })).toMatchObject({
    success: false,
    code: 'APIsession_required',
  })
})
