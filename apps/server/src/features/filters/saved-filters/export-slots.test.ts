import { afterAll, beforeAll, expect, test } from 'vitest'
import { allConsents, makeCentre, makePatients } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { addFilter, runFilter, type Staff } from './testing/fixture.ts'

const patients = 3
let server: TestServer
let manager: Staff
let filterId: number
/** Keeps the exports running after their whole file is sent. */
const end = Promise.withResolvers<void>()

beforeAll(async () => {
  server = await startTestServer({
    exports: (own) => ({
      ...own,
      start: async (caller, id) => {
        const started = await own.start(caller, id)
        const runUntilEnd: typeof started.run = (work, left) =>
          started.run(async () => {
            await work()
            await end.promise
          }, left)
        return { ...started, run: runUntilEnd }
      },
    }),
  })
  await makeCentre(server.database.owner, 'RM01', 'ITI4')
  await makePatients(server.database.owner, { centre: 'RM01', count: patients, consents: allConsents })
  manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  filterId = await addFilter(manager, { field_list: { PATIENT: ['SEX'], MEDICAL_DATA: {} }, filter_list: {} })
})
afterAll(async () => {
  end.resolve()
  await server[Symbol.asyncDispose]()
})

test('FAULT-16: a file that is wholly sent no longer counts as one of the two exports of a person', async () => {
  const files: string[] = []
  for (let file = 0; file < 3; file += 1) files.push(await (await runFilter(manager, filterId, 'csv', 'DataManager')).text())
  expect(files.map((text) => text.split('\n').slice(0, -1).length)).toEqual([1 + patients, 1 + patients, 1 + patients])
  expect(new Set(files).size).toBe(1)
})
