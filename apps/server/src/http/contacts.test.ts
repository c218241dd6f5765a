import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCentre } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
})
afterAll(() => server[Symbol.asyncDispose]())

const contacts = () =>
  server.database.owner`SELECT login_mode, email, mobile_prefix, mobile FROM patient_identity ORDER BY patient_id`.then((rows) =>
    rows.map((row) => ({ ...row })),
  )

test('THREAT-18: a stolen session cannot change a contact, neither by the old path nor by a centre’s file', async () => {
  const patient = await server.patient({ centre: 'RM01', centrePatientCode: 'P1', email: 'p1@example.org' })
  await server.database.owner`UPDATE session SET authenticated_at = now() - interval '11 minutes'`
  const before = await contacts()
  const wanted = { login_mode: 'Email', email: 'thief@example.org', mobile_prefix: '+39', mobile: '3330000009' }
  expect(await patient.call('/patient/UpdatePersonalData', { json: wanted })).toMatchObject({
    success: false,
    code: 'reauthentication_required',
  })
  const centre = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
  const file = { name: 'p.csv', content: 'CENTER_ID,EMAIL\nP1,thief@example.org\n' }
  expect(await centre.call('/putPersonalData', { multipart: { centerCode: 'RM01', format: 'csv' }, file })).toMatchObject({ ok: 0, ko: 1 })
  expect(before).toMatchObject([{ email: 'p1@example.org' }])
  expect(await contacts()).toEqual(before)
})
