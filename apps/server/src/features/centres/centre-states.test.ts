import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCentre, makePatient } from '@registry/db/testing/fixtures'
import { withTransaction } from '@registry/db/transaction'
import type { Client } from '../../testing/client.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.staff([{ role: 'UserAdmin', areaid: 'IT' }], 'ua@example.org')
})
afterAll(() => server[Symbol.asyncDispose]())

const password = 'la password del programma'
const make = async (id: string) => admin.api.centres.create.mutate({ id, name: 'Centro', geotreeid: 'ITI4', ecrfPassword: password })
const rejectedWith = (code: string) => ({ data: { detail: { code } } })
const callAsProgram = async (centerCode: string, centerPwd = password) => {
  const answer = await server.visitor('staff').call('/getConsents', { json: { centerCode, centerPwd, format: 'json', lang: 'it' } })
  return answer.success ? 'success' : answer['code']
}
const readsStudies = async (client: Client) => {
  const answer = await client.call('/clinical_study', { json: { action: 'LIST' } })
  return answer.success ? 'success' : answer['code']
}

test('REQ-ADM-22: staff and program of a suspended centre lose access immediately, and regain it with the reactivation', async () => {
  const { version } = await make('SUS')
  const staff = await server.staff([{ role: 'CenterAdmin', center: 'SUS' }], 'ca@example.org')
  const both = await server.staff(
    [
      { role: 'CenterAdmin', center: 'SUS' },
      { role: 'DataManager', areaid: 'IT' },
    ],
    'both@example.org',
  )
  expect([await readsStudies(staff), await readsStudies(both), await callAsProgram('SUS')]).toEqual(['success', 'success', 'success'])

  expect(await admin.api.centres.suspend.mutate({ id: 'SUS', version })).toMatchObject({
    state: 'suspended',
    operations: ['change', 'reactivate', 'remove'],
  })
  expect([await readsStudies(staff), await readsStudies(both)]).toEqual(['APIsession_required', 'APIsession_required'])
  expect([await callAsProgram('SUS'), await callAsProgram('SUS', 'un’altra password lunga')]).toEqual([
    'centre_suspended',
    'centre_refused',
  ])
  const find = async (email: string) => {
    const [row] = await server.database.owner<{ account: { roles: readonly { role: string }[] } | null }[]>`
      SELECT find_sign_in_account('user', ${email}) AS account`
    return row?.account?.roles.map(({ role }) => role)
  }
  expect([await find('ca@example.org'), await find('both@example.org')]).toEqual([undefined, ['DataManager']])

  await admin.api.centres.reactivate.mutate({ id: 'SUS' })
  expect(await callAsProgram('SUS')).toBe('success')
  expect(await find('ca@example.org')).toEqual(['CenterAdmin'])
})

test('REQ-ADM-22: the database shows and stores nothing for a suspended centre; its patients keep their own data', async () => {
  const { owner, server: database } = server.database
  await makeCentre(owner, 'WALL')
  const { id } = await makePatient(owner, { centre: 'WALL', centrePatientCode: 'W1', consents: { C_DB_P: true, C_DB_M: true } })
  const asCentre = { actor: 'x@example.org', source: 'form', scope: { kind: 'centre', centre: 'WALL' } } as const
  const count = (scope: Parameters<typeof withTransaction>[1]['scope']) =>
    withTransaction(
      database,
      { ...asCentre, scope },
      async ({ sql }) => (await sql`SELECT FROM patient_identity WHERE patient_id = ${id}`).length,
    )
  const register = () =>
    withTransaction(
      database,
      asCentre,
      ({ sql }) => sql`INSERT INTO patient (centre_code, login_mode, lang) VALUES ('WALL', 'Email', 'it')`,
    )
  expect(await count(asCentre.scope)).toBe(1)
  await admin.api.centres.suspend.mutate({ id: 'WALL' })
  expect(await count(asCentre.scope)).toBe(0)
  await expect(register()).rejects.toThrow(/row-level security/)
  expect(await count({ kind: 'patient', patientId: id })).toBe(1)
})

test('REQ-ADM-22: a centre with patients cannot be deleted, also in the database', async () => {
  const { owner } = server.database
  await makeCentre(owner, 'FULL')
  await makePatient(owner, { centre: 'FULL', centrePatientCode: 'F1' })
  expect((await admin.api.centres.detail.query({ id: 'FULL' })).operations).toEqual(['change', 'suspend'])
  await expect(admin.api.centres.remove.mutate({ id: 'FULL' })).rejects.toMatchObject(rejectedWith('centre_has_patients'))
  await expect(owner`UPDATE centre SET disabled_at = now(), deleted_at = now() WHERE code = 'FULL'`).rejects.toThrow(/with patients/)
})

test('REQ-ADM-22: a deleted centre disappears from the lists and is unknown to its program; it is restored as suspended', async () => {
  await make('DEL')
  const names = async () => (await admin.api.centres.names.query()).map(({ id }) => id)
  expect(await names()).toContain('DEL')
  expect(await admin.api.centres.remove.mutate({ id: 'DEL' })).toMatchObject({ state: 'deleted', operations: ['restore'] })
  expect(await names()).not.toContain('DEL')
  expect((await admin.api.users.options.query()).centres.map(({ id }) => id)).not.toContain('DEL')
  expect(await callAsProgram('DEL')).toBe('centre_refused')
  await expect(admin.api.centres.change.mutate({ id: 'DEL', name: 'x', geotreeid: 'ITI4' })).rejects.toMatchObject(
    rejectedWith('centre_state_wrong'),
  )
  await expect(admin.api.centres.reactivate.mutate({ id: 'DEL' })).rejects.toMatchObject(rejectedWith('centre_state_wrong'))
  expect(await admin.api.centres.restore.mutate({ id: 'DEL' })).toMatchObject({ state: 'suspended' })
})

test('REQ-ADM-22: only a UserAdmin of the area changes the state, and the second of two learns who was first', async () => {
  const { version } = await make('AREA')
  const other = await server.staff([{ role: 'UserAdmin', areaid: 'ITG2' }], 'ua.sardinia@example.org')
  await expect(other.api.centres.suspend.mutate({ id: 'AREA' })).rejects.toMatchObject(rejectedWith('centre_not_found'))
  const write = withTransaction(
    server.database.server,
    { actor: 'ua.sardinia@example.org', source: 'form', scope: { kind: 'none' } },
    async ({ sql }) => (await sql`UPDATE centre SET disabled_at = now() WHERE code = 'AREA'`).count,
  )
  expect(await write).toBe(0)
  await admin.api.centres.suspend.mutate({ id: 'AREA', version })
  await expect(admin.api.centres.reactivate.mutate({ id: 'AREA', version })).rejects.toMatchObject({
    ...rejectedWith('centre_changed'),
    message: expect.stringMatching(/ua@example\.org.*(stato|state)/),
  })
})

test.each(['suspend', 'remove', 'restore', 'reactivate'] as const)(
  'REQ-ACC-21: %s requires the password again after ten minutes',
  async (operation) => {
    const late = await server.staff([{ role: 'UserAdmin', areaid: 'IT' }])
    await server.database
      .owner`UPDATE session SET authenticated_at = now() - interval '11 minutes' WHERE account_id = ${late.fixture.accountId}`
    await expect(late.api.centres[operation].mutate({ id: 'WALL' })).rejects.toMatchObject(rejectedWith('reauthentication_required'))
  },
)
