import { afterAll, beforeAll, expect, test } from 'vitest'
import { allConsents, makeCentre, makePatients } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const secret = 'password of RM01'
let server: TestServer
let rome: Awaited<ReturnType<TestServer['staff']>>
let patient: Awaited<ReturnType<TestServer['patient']>>
let other: Awaited<ReturnType<TestServer['patient']>>

beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  await makeCentre(owner, 'RM01', 'ITI4')
  await makeCentre(owner, 'MI01', 'ITC4')
  await owner`UPDATE centre SET password_hash = ${await server.deps.hashing.hashSecret(secret)} WHERE code = 'RM01'`
  patient = await server.patient({ centre: 'RM01', centrePatientCode: 'R1', consents: allConsents, medical: { hb: 9 } })
  other = await server.patient({ centre: 'MI01', centrePatientCode: 'M1', consents: allConsents, medical: { hb: 12 } })
  rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'ca@example.org')
})
afterAll(() => server[Symbol.asyncDispose]())

const importFile = async (path: string, content: string, dryRun = 'false'): Promise<void> => {
  const answer = await rome.call(path, {
    multipart: { centerCode: 'RM01', format: 'csv', dry_run: dryRun },
    file: { name: 'rows.csv', content },
  })
  expect(answer).toMatchObject({ report: { ok: 1, ko: 0 } })
}

const byCentre = { actor: 'CenterAdmin', centre: 'Centro RM01' }
const recordKinds = ['registration', 'identity', 'personal', 'medical', 'consents']

test('REQ-PAT-14: the openings of a record are one entry, apart from those of the list of patients', async () => {
  const who = await server.patient({ centre: 'RM01', centrePatientCode: 'R9', consents: allConsents, medical: { hb: 9 } })
  await rome.api.ecrf.patients.query({ search: 'R9' })
  await rome.api.ecrf.patients.query({ search: 'R9' })
  await rome.api.ecrf.read.query({ code: 'R9' })
  await rome.api.ecrf.signatures.query({ code: 'R9' })
  const { uses, usesThisYear, listReadsThisYear } = await who.api.home.patient.query()
  expect(uses.map(({ source, times, kinds }) => ({ source, times, kinds }))).toEqual([
    { source: 'record', times: 2, kinds: recordKinds },
    { source: 'list', times: 2, kinds: recordKinds },
  ])
  expect({ usesThisYear, listReadsThisYear }).toEqual({ usesThisYear: 2, listReadsThisYear: 2 })
})

test('REQ-PAT-18: the patient sees a dry run that shows a stored value and a file that changes the row, but no row without a change', async () => {
  const newest = async () => (await patient.api.home.dataUses.query({})).uses[0]
  const file = 'CENTER_ID,HB\r\nR1,9.5\r\n'
  const before = (await patient.api.home.patient.query()).usesThisYear
  await importFile('/putMedicalData', file, 'true')
  expect((await patient.api.home.patient.query()).usesThisYear).toBe(before + 1)
  await importFile('/putMedicalData', file)
  expect(await newest()).toMatchObject({ ...byCentre, source: 'file', kinds: ['medical'], purpose: null, times: 1 })
  await importFile('/putMedicalData', file)
  await importFile('/putMedicalData', file, 'true')
  expect((await patient.api.home.patient.query()).usesThisYear).toBe(before + 2)
  await importFile('/putPersonalData', 'CENTER_ID,ADDRESS_TOWN\r\nR1,Roma\r\n')
  expect(await newest()).toMatchObject({ ...byCentre, source: 'file', kinds: ['personal'] })
})

test('REQ-PAT-18: a change by the patient is no use by others', async () => {
  const before = (await patient.api.home.patient.query()).usesThisYear
  const own = await patient.api.personalData.read.query()
  expect(own).toBeDefined()
  await patient.call('/patient/UpdatePersonalData', { json: { telephone: '0612345' } })
  expect((await patient.api.home.patient.query()).usesThisYear).toBe(before)
})

test('a patient whose data nobody read sees no use, and the patient’s own reads do not count', async () => {
  await patient.api.home.patient.query()
  expect(await other.api.home.patient.query()).toEqual({ uses: [], usesThisYear: 0, listReadsThisYear: 0 })
})

test('each of more than a thousand patients sees the same use', async () => {
  await makePatients(server.database.owner, { centre: 'RM01', count: 1200, consents: allConsents })
  const before = (await patient.api.home.patient.query()).usesThisYear
  await (await rome.post('/getConsents', { json: { centerCode: 'RM01', format: 'csv' } })).arrayBuffer()
  await server.visitor('staff').call('/getConsents', { multipart: { centerCode: 'RM01', centerPwd: secret, format: 'json' } })
  expect((await patient.api.home.patient.query()).usesThisYear).toBe(before + 2)
})
