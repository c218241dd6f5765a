import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCentre } from '@registry/db/testing/fixtures'
import { withTransaction } from '@registry/db/transaction'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { findCentreAdmins, findGlobalAdmins, findUserAdmins } from './staff-mail.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.database
  await makeCentre(owner, 'RM01', 'ITI4')
  await makeCentre(owner, 'MI01', 'ITC4')
  for (const state of ['active', 'disabled']) {
    await server.staff([{ role: 'CenterAdmin', center: 'RM01' }], `centre.${state}@example.org`)
    await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], `global.${state}@example.org`)
    await server.staff([{ role: 'UserAdmin', areaid: 'IT' }], `users.${state}@example.org`)
  }
  await server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'other.centre@example.org')
  await server.staff([{ role: 'UserAdmin', areaid: 'ITC4' }], 'other.area@example.org')
  await owner`UPDATE staff_user SET disabled_at = now() WHERE email LIKE '%.disabled@example.org'`
})
afterAll(() => server[Symbol.asyncDispose]())

test.each([
  ['CenterAdmins of a centre', findCentreAdmins, 'centre.active@example.org'],
  ['GlobalAdmins', findGlobalAdmins, 'global.active@example.org'],
  ['UserAdmins of a centre’s area', findUserAdmins, 'users.active@example.org'],
] as const)('mail to the %s omits disabled accounts and those of other centres or areas', async (_who, find, email) => {
  const found = await withTransaction(server.database.server, { actor: 'job', source: 'service', scope: { kind: 'none' } }, (tx) =>
    find(tx, 'RM01'),
  )
  expect(found.map((recipient) => recipient.email)).toEqual([email])
})
