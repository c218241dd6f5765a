import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { makeCentre, makeStaff } from '@registry/db/testing/fixtures'
import { createDatabaseClock, type DatabaseClock } from './database-clock.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let clock: DatabaseClock
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock: () => clock.now() })
  clock = await createDatabaseClock(server.database.server)
  await makeCentre(server.database.owner, 'RM01')
})
afterEach(() => vi.useRealTimers())
afterAll(() => server[Symbol.asyncDispose]())

test.each([
  ['ahead', 3_600_000],
  ['behind', -3_600_000],
])('REQ-ACC-05: with the clock of the server an hour %s, what expires does so by the clock of the database', async (name, shift) => {
  const { accountId } = await makeStaff(server.database.owner, `${name}@example.org`, [{ role: 'DataManager', areaid: 'IT' }])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + shift })
  expect(await server.visitor('staff').call('/forgottenpassword', { json: { username: `${name}@example.org` } })).toEqual({ success: true })
  const [account] = await server.database.owner<{ minutes: number }[]>`
    SELECT extract(epoch FROM temporary_password_until - now()) / 60 AS minutes FROM account WHERE id = ${accountId}`
  expect(Number(account?.minutes)).toBeGreaterThan(55)
  expect(Number(account?.minutes)).toBeLessThanOrEqual(60)
})
