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

/** Each group has another size, so a wrong indicator cannot equal the right one. */
const groups = [
  ['invited', 6, undefined],
  ['personal', 4, { C_DB_P: true, C_DB_M: false }],
  ['medical', 1, { C_DB_P: false, C_DB_M: true }],
  ['both', 2, { C_DB_P: true, C_DB_M: true }],
  ['none', 3, { C_DB_P: false, C_DB_M: false }],
] as const

test('each indicator of the staff home counts its own patients, and only those of the centre', async () => {
  for (const [name, count, consents] of groups) {
    for (let index = 0; index < count; index++) {
      await server.patient({ centre: 'RM01', centrePatientCode: `${name}-${index}`, ...(consents && { consents }) })
    }
  }
  const { fixture: refused } = await server.patient({ centre: 'RM01', centrePatientCode: 'not-authorised' })
  await server.database.owner`
    INSERT INTO consent_event (subject, field, answer, language, channel, actor)
    VALUES (${refused.subject}, 'C_DB', 'false', 'it', 'centre', 'center RM01')`
  await server.patient({ centre: 'MI01', centrePatientCode: 'M1', consents: { C_DB_P: true, C_DB_M: true } })
  for (let index = 0; index < 3; index++) {
    const { fixture } = await server.patient({ centre: 'RM01', centrePatientCode: `W${index}`, consents: { C_DB_P: true, C_DB_M: true } })
    await server.database.owner`
      INSERT INTO consent_event (subject, field, answer, language, channel, actor)
      VALUES (${fixture.subject}, 'C_DB_NO_NOTIFICATION', '"v1"', 'it', 'patient', 'patient')`
  }
  const [withdrawn] = await server.database.owner<{ personal: number; medical: number }[]>`
    SELECT count(*) FILTER (WHERE c_db_p)::int AS personal, count(*) FILTER (WHERE c_db_m)::int AS medical
    FROM patient WHERE c_db_no_notification IS NOT NULL`
  const rome = await server.staff([{ role: 'CenterAdmin', center: 'RM01' }])
  const expected = {
    registered: 6 + 4 + 1 + 2 + 3 + 1 + 3,
    invited: 6,
    withMedicalConsent: 1 + 2 + Number(withdrawn?.medical),
    withPersonalConsent: 4 + 2 + Number(withdrawn?.personal),
    withdrawn: 3,
  }
  expect((await rome.api.home.staff.query()).patients).toEqual(expected)
  const manager = await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  expect((await manager.api.home.staff.query()).patients).toEqual({
    ...expected,
    registered: expected.registered + 1,
    withMedicalConsent: expected.withMedicalConsent + 1,
    withPersonalConsent: expected.withPersonalConsent + 1,
  })
})
