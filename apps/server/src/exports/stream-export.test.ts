import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCentre } from '@registry/db/testing/fixtures'
import { addFilter, type Staff } from '../features/saved-filters/testing/fixture.ts'
import { createStaffCaller } from '../testing/staff-caller.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { streamExport, type PreparedExport } from './stream-export.ts'

let server: TestServer
let manager: Staff
let filterId: number

beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01', 'ITI4')
  manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  filterId = await addFilter(manager)
})
afterAll(() => server[Symbol.asyncDispose]())

const startCsv = (file: Pick<PreparedExport, 'copies' | 'columns'>) => {
  const { owner } = server.database
  return streamExport(server.deps, createStaffCaller('dm@example.org'), {
    format: 'csv',
    scope: { asRole: 'DataManager' },
    signal: new AbortController().signal,
    prepare: async (_tx, id) => {
      await owner`
        INSERT INTO export_manifest (id, actor, as_role, filter_id, filter_version, format, columns, patient_ids, excluded_no_consent, set_hash)
        VALUES (${id}, 'dm@example.org', 'DataManager', ${filterId}, 1, 'csv', '{A}', '{}', 0, ${'0'.repeat(64)})`
      return { name: 'prova', total: 4, ...file }
    },
  })
}

test('the rows of the statements follow each other, in one snapshot', async () => {
  const moment = 'COPY (SELECT pg_current_snapshot()) TO STDOUT'
  const { body } = await startCsv({ columns: [{ name: 'A', type: 'text' }], copies: [moment, 'COPY (SELECT 2) TO STDOUT', moment] })
  const [, first, second, third] = (await buffer(body)).toString('utf8').split('\n')
  expect(second?.trim()).toBe('2')
  expect(third).toBe(first)
})

test('FAULT-16: the database waits ten minutes for a slow client, within a statement and between two', async () => {
  const settings = ['statement_timeout', 'idle_in_transaction_session_timeout'].map(
    (name) => `COPY (SELECT current_setting('${name}')) TO STDOUT`,
  )
  const { body } = await startCsv({ columns: [{ name: 'A', type: 'text' }], copies: settings })
  expect((await buffer(body)).toString('utf8').split(/\s+/)).toEqual(expect.arrayContaining(['10min', '10min']))
})
