import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCentre } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01', 'ITI4')
  await makeCentre(server.database.owner, 'MI01', 'ITC4')
})
afterAll(() => server[Symbol.asyncDispose]())

test('the role of a centre has the area of the centre, and another role has its own area', async () => {
  const person = await server.staff([
    { role: 'CenterAdmin', center: 'MI01' },
    { role: 'DataManager', areaid: 'IT' },
    { role: 'CenterAdmin', center: 'RM01' },
  ])
  const roles = [
    { role: 'CenterAdmin', center: 'MI01', areaid: 'ITC4' },
    { role: 'DataManager', areaid: 'IT' },
    { role: 'CenterAdmin', center: 'RM01', areaid: 'ITI4' },
  ]
  expect(await (await person.get('/get_userinfo')).json()).toMatchObject({ success: true, user: { roles } })
  expect(await person.api.session.current.query()).toMatchObject({ roles })
})

test('the area of the role changes with the area of the centre', async () => {
  const person = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'moves@example.org')
  await server.database.owner`UPDATE centre SET geotreeid = 'ITG2' WHERE code = 'RM01'`
  expect(await person.api.session.current.query()).toMatchObject({ roles: [{ center: 'RM01', areaid: 'ITG2' }] })
})

test('a patient receives the name and the telephone of the centre', async () => {
  const patient = await server.patient({ centre: 'MI01', centrePatientCode: 'C1' })
  expect((await patient.api.session.current.query())?.patientCentre).toEqual({ name: 'Centro MI01', telephone: null })
  await server.database.owner`UPDATE centre SET telephone = '02 5550102' WHERE code = 'MI01'`
  expect((await patient.api.session.current.query())?.patientCentre).toEqual({ name: 'Centro MI01', telephone: '02 5550102' })
})
