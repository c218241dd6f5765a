import { makeCentre, makePatient, makeStaff } from '@registry/db/testing/fixtures'
import { withTransaction } from '@registry/db/transaction'
import type { settingLimits } from '@registry/domain/settings/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Awaited<ReturnType<TestServer['staff']>>
let other: Awaited<ReturnType<TestServer['staff']>>

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org')
  other = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'other@example.org')
})
afterAll(() => server[Symbol.asyncDispose]())

type Key = keyof typeof settingLimits
const find = async (key: Key) => (await admin.api.settings.list.query()).find((one) => one.key === key)!
const change = (caller: typeof admin, key: Key, value: string, version: number) =>
  caller.api.settings.change.mutate({ settings: [{ key, value, version }] })
const rejected = (key: string, message: RegExp) => ({
  data: { detail: { code: 'validation_failed', fields: { [key]: expect.stringMatching(message) } } },
})

test('REQ-ADM-08: the settings have their first values, which nobody changed', async () => {
  expect(await admin.api.settings.list.query()).toEqual([
    { key: 'password_day_duration', value: '0', version: 1, changedAt: null, changedBy: null },
    { key: 'password_min_strength', value: '3', version: 1, changedAt: null, changedBy: null },
    { key: 'otp_minute_duration', value: '5', version: 1, changedAt: null, changedBy: null },
    { key: 'anonymous_publish_days', value: '30', version: 1, changedAt: null, changedBy: null },
    { key: 'guardian_signatures', value: '2', version: 1, changedAt: null, changedBy: null },
    { key: 'assent_age', value: '12', version: 1, changedAt: null, changedBy: null },
    { key: 'assent_blocks', value: 'true', version: 1, changedAt: null, changedBy: null },
    { key: 'majority_grace_days', value: '90', version: 1, changedAt: null, changedBy: null },
    { key: 'minor_sees_record_age', value: '14', version: 1, changedAt: null, changedBy: null },
    { key: 'guardian_sees_from_14', value: 'all', version: 1, changedAt: null, changedBy: null },
    { key: 'record_delay_days', value: '0', version: 1, changedAt: null, changedBy: null },
    { key: 'observation_difference_percent', value: '20', version: 1, changedAt: null, changedBy: null },
    { key: 'staff_totp_required', value: 'false', version: 1, changedAt: null, changedBy: null },
  ])
})

test('REQ-ADM-14: a change has its person, is in the log, and applies immediately', async () => {
  const { version } = await find('otp_minute_duration')
  await change(admin, 'otp_minute_duration', '7', version)
  expect(await find('otp_minute_duration')).toMatchObject({ value: '7', version: version + 1, changedBy: 'ga@example.org' })
  const log = await server.readAuditLog()
  expect(log.at(-2)).toMatchObject({
    command: 'globalconfig',
    action: 'CHANGE',
    username: 'ga@example.org',
    detail: 'otp_minute_duration = 7',
  })
  const password = 'Sette-mele-sul-ponte-9'
  await makeCentre(server.database.owner, 'RM01')
  const passwordHash = await server.deps.hashing.hashSecret(password)
  await makePatient(server.database.owner, { centre: 'RM01', centrePatientCode: 'P1', passwordHash })
  const asked = await server.visitor('myconsent').api.signIn.requestCode.mutate({ username: 'p1@example.org', password })
  expect(asked).toMatchObject({ validMinutes: 7 })
})

test('REQ-ADM-14: of two people who change one setting, the second reads who was first; the other values of that save stay too', async () => {
  const [strength, days] = [await find('password_min_strength'), await find('password_day_duration')]
  await change(admin, 'password_min_strength', '4', strength.version)
  const both = other.api.settings.change.mutate({
    settings: [
      { key: 'password_day_duration', value: '90', version: days.version },
      { key: 'password_min_strength', value: '2', version: strength.version },
    ],
  })
  await expect(both).rejects.toMatchObject(rejected('password_min_strength', /ga@example\.org.*4/))
  expect(await find('password_day_duration')).toEqual(days)
})

test.each([
  ['password_day_duration', '3650'],
  ['password_min_strength', '0'],
  ['otp_minute_duration', '1'],
  ['otp_minute_duration', '10'],
] as const)('REQ-ADM-14: %s = %s, at its limit, is stored', async (key, value) => {
  const { version } = await find(key)
  await change(admin, key, value, version)
  expect(await find(key)).toMatchObject({ value, version: version + 1 })
})

test.each([
  ['password_day_duration', '3651'],
  ['password_day_duration', '-1'],
  ['otp_minute_duration', '11'],
  ['password_min_strength', '5'],
  ['otp_minute_duration', '0'],
  ['otp_minute_duration', '١'],
  ['guardian_sees_from_14', 'some'],
  ['guardian_signatures', '3'],
  ['majority_grace_days', '366'],
  ['record_delay_days', '31'],
  ['observation_difference_percent', '101'],
  ['staff_totp_required', 'yes'],
] as const)('REQ-ADM-14: %s = %s is rejected, even by the database', async (key, value) => {
  const { version } = await find(key)
  await expect(change(admin, key, value, version)).rejects.toMatchObject(rejected(key, /./))
  await expect(server.database.owner`UPDATE setting SET value = ${value} WHERE key = ${key}`).rejects.toMatchObject({
    constraint_name: 'setting_limits',
  })
})

test('THREAT-06: the database denies a change by anybody but an active GlobalAdmin', async () => {
  const { userId } = await makeStaff(server.database.owner, 'former@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
  await server.database.owner`UPDATE staff_user SET disabled_at = now() WHERE id = ${userId}`
  await server.staff([{ role: 'DataManager', areaid: 'IT' }], 'dm@example.org')
  for (const actor of ['former@example.org', 'dm@example.org', 'nobody@example.org', '']) {
    const count = await withTransaction(
      server.database.server,
      { actor, source: 'form', scope: { kind: 'areas', areas: ['W'] } },
      async ({ sql }) => (await sql`UPDATE setting SET value = 'true' WHERE key = 'staff_totp_required'`).count,
    )
    expect([actor, count]).toEqual([actor, 0])
  }
})

test('REQ-ACC-21: a change requires the password again after ten minutes', async () => {
  const { version } = await find('staff_totp_required')
  await server.database.owner`UPDATE session SET authenticated_at = now() - interval '11 minutes'`
  await expect(change(admin, 'staff_totp_required', 'true', version)).rejects.toMatchObject({
    data: { detail: { code: 'reauthentication_required' } },
  })
  expect(await find('staff_totp_required')).toMatchObject({ value: 'false' })
})
