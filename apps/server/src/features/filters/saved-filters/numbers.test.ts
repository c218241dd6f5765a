import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allConsents, makeCentre } from '@registry/db/testing/fixtures'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Client } from '../../../testing/client.ts'

let server: TestServer
let global: Client

/** A named person, and others of the same sex, about whom the attack learns nothing. */
const target = { personal: { sex: 'F' }, medical: { weight: 47, ferritin: 2310 } }
const others = { personal: { sex: 'F' }, medical: { weight: 60, ferritin: 900 } }

beforeAll(async () => {
  server = await startTestServer()
  await makeCentre(server.database.owner, 'RM01', 'ITI4')
  await server.patient({ centre: 'RM01', centrePatientCode: 'T', ...target, consents: allConsents })
  for (let index = 0; index < 12; index += 1)
    await server.patient({ centre: 'RM01', centrePatientCode: `O${index}`, ...others, consents: allConsents })
  global = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org')
})
afterAll(() => server[Symbol.asyncDispose]())

const denied = (answer: unknown) => expect(answer).toMatchObject({ error: { data: { detail: { code: 'permission_denied' } } } })
/** Calls a procedure with any input, like an attacker. */
const callProcedure = async (name: string, input: unknown): Promise<unknown> =>
  (await global.post(`/trpc/${name}`, { json: input }, { 'x-requested-by': 'app' })).json()

describe('THREAT-33: differences of counts about one person', () => {
  test.each(['GlobalAdmin', 'DataManager', 'CenterAdmin'])('a GlobalAdmin gets no count of a filter, as %s', async (asRole) => {
    // The target has this weight: the counts with and without the sought value differ by one.
    for (const text of ['WEIGHT >= 60 OR WEIGHT = 47', 'WEIGHT >= 60 OR (WEIGHT = 47 AND FERRITIN > 2000)']) {
      const where = { kind: 'sql', text }
      denied(await callProcedure('savedFilters.count', { asRole, where }))
      denied(await callProcedure('savedFilters.summary', { asRole, where, fields: ['SEX'] }))
    }
    const { id } = await global.api.savedFilters.save.mutate({
      name: `Attacco ${asRole}`,
      description: 'x',
      fields: { PATIENT: ['SEX'], MEDICAL_DATA: {} },
      where: { kind: 'sql', text: 'WEIGHT = 47' },
    })
    for (const name of ['run', 'cohort', 'exportRisk']) denied(await callProcedure(`savedFilters.${name}`, { id, asRole }))
    const run = await global.call('/inthem_query', { json: { action: 'RUN', id, format: 'video', as_role: asRole } })
    expect(run).toMatchObject({ success: false, code: 'permission_denied' })
  })
})
