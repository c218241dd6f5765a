import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCentre } from '@registry/db/testing/fixtures'
import type { Client } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let staff: Client
let patient: Client

beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01')
  staff = await server.staff([
    { role: 'CenterAdmin', center: 'RM01' },
    { role: 'DataManager', areaid: 'IT' },
  ])
  patient = await server.patient({ centre: 'RM01', centrePatientCode: 'P1' })
})
afterAll(() => server[Symbol.asyncDispose]())

const filter = { action: 'ADD', name: 'a', description: 'b', field_list: { PATIENT: 'ALL' } }
const run = { action: 'RUN', id: 1, as_role: 'DataManager' }

/** The parts that break under the running server, and the calls that then fail. */
const errors: readonly [string, string, readonly [() => Client, string, Record<string, unknown>][]][] = [
  [
    'TABLE',
    'saved_filter',
    [
      [() => staff, '/inthem_query', { action: 'LIST' }],
      [() => staff, '/inthem_query', filter],
      [() => staff, '/inthem_query', { ...run, format: 'csv' }],
    ],
  ],
  ['TABLE', 'saved_filter_version', [[() => staff, '/inthem_query', { ...filter, name: 'c' }]]],
  [
    'VIEW',
    'filter_patient',
    [
      [() => staff, '/inthem_query', { ...run, format: 'video' }],
      [() => staff, '/inthem_query', { ...run, format: 'csv' }],
      [() => staff, '/inthem_query', { ...run, format: 'xlsx' }],
    ],
  ],
  ['TABLE', 'export_manifest', [[() => staff, '/inthem_query', { ...run, format: 'json' }]]],
  [
    'TABLE',
    'reference_value',
    [
      [() => staff, '/admin/GetConfTable', { table_name: 'svc_sex', format: 'csv' }],
      [() => staff, '/query_field_info', { campo: 'SEX' }],
    ],
  ],
  [
    'TABLE',
    'consent_document',
    [
      [() => patient, '/patient/GetConsentPoints', {}],
      [() => patient, '/consent', { action: 'GET', id: 'pre_consent1' }],
    ],
  ],
  [
    'TABLE',
    'consent_event',
    [
      [() => patient, '/patient/GetConsents', {}],
      [() => patient, '/patient/UpdateConsents', { C_DB_NO_NOTIFICATION: 'v1' }],
    ],
  ],
  [
    'TABLE',
    'account',
    [
      [() => server.visitor('staff'), '/login', { username: 'a@example.org', password: 'b' }],
      [() => server.visitor('myconsent'), '/otp', { username: 'a@example.org', password: 'b' }],
    ],
  ],
  ['TABLE', 'rate_limit', [[() => server.visitor('staff'), '/login', { username: 'a@example.org', password: 'b' }]]],
  [
    'TABLE',
    'session',
    [
      [() => staff, '/inthem_query', { action: 'LIST' }],
      [() => patient, '/patient/GetConsents', {}],
    ],
  ],
  [
    'TABLE',
    'audit_log',
    [
      [() => staff, '/inthem_query', { action: 'LIST' }],
      [() => staff, '/inthem_query', { action: 'none' }],
    ],
  ],
  ['TABLE', 'centre', [[() => staff, '/inthem_query', { action: 'LIST' }]]],
]
const inside =
  /\bat .+:\d+|node_modules|\.ts\b|select |insert |relation|column|postgres|registry_|127\.0\.0\.1|localhost|\/tmp|42P01|drizzle/i

describe('THREAT-38: after an internal failure', () => {
  test.each(errors)('the %s %s: responses contain a request id and no internals', async (kind, name, calls) => {
    const { owner } = server.database
    await staff.call('/inthem_query', { json: filter })
    await owner.unsafe(`ALTER ${kind} ${name} RENAME TO broken_${name}`)
    try {
      for (const [getClient, path, body] of calls) {
        const answer = await getClient().post(path, { json: body })
        const text = await answer.text()
        if (answer.status === 200) expect(text).toContain('"success":false')
        else
          expect(JSON.parse(text)).toMatchObject({ success: false, code: 'unexpected', requestId: expect.stringMatching(/^[\da-f-]{36}$/) })
        expect(text).not.toMatch(inside)
        expect(text).not.toContain(name)
      }
    } finally {
      await owner.unsafe(`ALTER ${kind} broken_${name} RENAME TO ${name}`)
    }
  })

  test('the directory of uploads: the response names no path', async () => {
    await rm(server.uploadDir, { recursive: true })
    const answer = await staff.post('/createPatients', { multipart: { format: 'csv' }, file: { name: 'a.csv', content: 'x' } })
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expect(await answer.text()).not.toMatch(inside)
  })

  test('afterwards the server works, and the log contains types and stack frames of errors, not their messages', async () => {
    expect(await staff.call('/inthem_query', { json: { action: 'LIST' } })).toMatchObject({ success: true })
    expect(server.log()).toContain('"code":"42P01"')
    expect(server.log()).not.toMatch(/does not exist|select .+ from|a@example\.org/i)
  })
})
