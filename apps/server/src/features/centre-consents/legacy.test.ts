import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Awaited<ReturnType<TestServer['staff']>>

beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  for (const [code, area] of [
    ['RM01', 'ITI4'],
    ['MI01', 'ITC4'],
  ] as const) {
    await makeCentre(owner, code, area)
    await owner`UPDATE centre SET password_hash = ${await server.deps.hashing.hashSecret(`password of ${code}`)} WHERE code = ${code}`
  }
  await server.patient({ centre: 'RM01', centrePatientCode: 'R1', consents: allConsents })
  await server.patient({ centre: 'RM01', centrePatientCode: 'R2', consents: { C_DB_P: true, C_DB_M: false } })
  await server.patient({ centre: 'RM01', centrePatientCode: '-R3' })
  await server.patient({ centre: 'MI01', centrePatientCode: 'CANARIO', consents: allConsents })
  admin = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
})
afterAll(() => server[Symbol.asyncDispose]())

const program = (centerCode: string, centerPwd: string, format: string) =>
  server.visitor('staff').post('/getConsents', { multipart: { format, centerPwd, centerCode } })

const rows = [
  { CENTER_ID: '-R3', C_DB_M: null, C_DB_P: null },
  { CENTER_ID: 'R1', C_DB_M: true, C_DB_P: true },
  { CENTER_ID: 'R2', C_DB_M: false, C_DB_P: true },
]

test.each(['json', 'JSON', 'video'])('%s returns rows with the consents of the centre’s patients', async (format) => {
  expect(await (await program('RM01', 'password of RM01', format)).json()).toEqual({ success: true, rows })
  expect(await admin.call('/getConsents', { json: { centerCode: 'RM01', format } })).toEqual({ success: true, rows })
})

test.each([
  ['csv', "\ufeffCENTER_ID,C_DB_M,C_DB_P\r\n'-R3,,\r\nR1,true,true\r\nR2,false,true\r\n"],
  ['xml', '<row><CENTER_ID>R1</CENTER_ID><C_DB_M>true</C_DB_M><C_DB_P>true</C_DB_P></row>'],
  ['xlsx', 'PK'],
])('%s answers a file', async (format, part) => {
  const answer = await program('RM01', 'password of RM01', format)
  expect(answer.headers.get('content-disposition')).toContain(`filename="consensi_RM01.${format}"`)
  expect(Buffer.from(await answer.arrayBuffer()).toString('utf8')).toContain(part)
})

test.each(['csv', 'xml', 'xlsx'])('FAULT-23: a worker thread writes the %s file', async (format) => {
  const threads: unknown[] = []
  const count = (thread: unknown): void => void threads.push(thread)
  process.on('worker', count)
  onTestFinished(() => void process.off('worker', count))
  await (await program('RM01', 'password of RM01', format)).arrayBuffer()
  expect(threads).toHaveLength(1)
})

test('THREAT-04: a centre never receives the patients of another centre', async () => {
  for (const format of ['json', 'csv', 'xml']) {
    expect(await (await program('RM01', 'password of RM01', format)).text()).not.toContain('CANARIO')
  }
  expect(await admin.call('/getConsents', { json: { centerCode: 'MI01', format: 'json' } })).toMatchObject({
    success: false,
    code: 'permission_denied',
  })
})

test('THREAT-22: a wrong code and a wrong password get the same answer', async () => {
  const [code, password] = await Promise.all([program('XX99', 'password of RM01', 'json'), program('RM01', 'password of MI01', 'json')])
  expect([code.status, await code.json()]).toEqual([password.status, await password.json()])
  const manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }])
  expect(await manager.call('/getConsents', { json: { centerCode: 'RM01', format: 'json' } })).toMatchObject({
    success: false,
    code: 'permission_denied',
  })
})

test('the format is required and must be known', async () => {
  expect(await admin.call('/getConsents', { json: { centerCode: 'RM01' } })).toMatchObject({
    success: false,
    fields: { format: 'Formato, campo obbligatorio' },
  })
})
