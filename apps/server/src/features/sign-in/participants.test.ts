import { allConsents, makeCentre, makePatient, makePatients } from '@registry/db/testing/fixtures'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let now = new Date('2126-03-10T09:00:00Z')
beforeAll(async () => {
  server = await startTestServer({ clock: () => now })
})
afterAll(() => server[Symbol.asyncDispose]())

const read = async () => (await server.visitor('myconsent').api.session.site.query()).participants
const wait = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * 60_000)
}

test('REQ-UI-01: the first page shows the active centres and the people in tens, when they are not few', async () => {
  const { owner } = server.database
  for (const code of ['RM01', 'MI01', 'CA01']) await makeCentre(owner, code)
  await owner`UPDATE centre SET disabled_at = now() WHERE code = 'CA01'`
  await makePatients(owner, { centre: 'RM01', count: 49, consents: allConsents })
  expect(await read()).toBeNull()
  await makePatients(owner, { centre: 'MI01', count: 8, consents: allConsents })
  await makePatients(owner, { centre: 'CA01', count: 20, consents: {} })
  expect(await read(), 'the last answer counts for ten minutes').toBeNull()
  wait(10)
  expect(await read()).toEqual({ centres: 2, people: 50 })
  for (const code of ['A', 'B', 'C']) await makePatient(owner, { centre: 'MI01', centrePatientCode: code, consents: allConsents })
  wait(10)
  expect(await read()).toEqual({ centres: 2, people: 60 })
})
