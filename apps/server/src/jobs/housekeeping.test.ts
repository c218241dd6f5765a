import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '@registry/db/testing/database'
import { makeStaff } from '@registry/db/testing/fixtures'
import { readEnv } from '../app/env.ts'
import { loadMessages } from '../shared/messages.ts'
import { startHousekeeping } from './housekeeping.ts'
import { postgresOutbox } from './outbox.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.dispose())

it('removes expired rows and keeps the others', async () => {
  const { owner } = database
  const { accountId } = await makeStaff(owner, 'ada@example.org', [{ role: 'GlobalAdmin', areaid: 'W' }])
  for (const [name, age] of [
    ['kept', '0 days'],
    ['expired', '91 days'],
  ] as const) {
    const hash = Buffer.from(name)
    const at = owner`now() - ${age}::interval`
    await owner`INSERT INTO session (token_hash, account_id, site, ends_at, last_seen_at) VALUES (${hash}, ${accountId}, 'staff', ${at} + interval '1 hour', ${at})`
    await owner`
      INSERT INTO one_time_code (account_id, browser_hash, code_hash, salt, expires_at, created_at, used_at) VALUES (${accountId}, ${hash}, ${hash}, ${hash}, ${at}, ${at}, ${at})`
    await owner`INSERT INTO sign_in_link (secret_hash, account_id, purpose, expires_at) VALUES (${hash}, ${accountId}, 'reset', ${at})`
    await owner`INSERT INTO sign_in_attempt (name_hash, failures, next_attempt_at) VALUES (${hash}, 3, ${at})`
    await owner`INSERT INTO rate_limit (key, theoretical_arrival_at) VALUES (${name}, ${at} + interval '1 hour')`
    await owner`INSERT INTO notification (channel, recipient, body, sent_at) VALUES ('mail', ${name}, '', ${at})`
  }
  await owner`
    INSERT INTO enrolment_request (email, created_at) VALUES ('kept@example.org', now() - interval '179 days'), ('expired@example.org', now() - interval '181 days')`
  await owner`INSERT INTO notification (channel, recipient, body, created_at) VALUES ('mail', 'waiting', 'x', now() - interval '100 days')`

  const messages = await loadMessages()
  const env = readEnv({ NODE_ENV: 'test' })
  const needs = {
    database: database.server,
    log: pino({ level: 'silent' }),
    outbox: postgresOutbox,
    messages,
    env,
    processName: 'test',
    clock: () => new Date(),
  }
  const job = startHousekeeping(needs)
  await job.stop()

  const listNames = async (query: Promise<readonly { name: string }[]>): Promise<string[]> => (await query).map(({ name }) => name)
  expect(await listNames(owner`SELECT convert_from(token_hash, 'UTF8') AS name FROM session`)).toEqual(['kept'])
  expect(await listNames(owner`SELECT convert_from(browser_hash, 'UTF8') AS name FROM one_time_code`)).toEqual(['kept'])
  expect(await listNames(owner`SELECT convert_from(secret_hash, 'UTF8') AS name FROM sign_in_link`)).toEqual(['kept'])
  expect(await listNames(owner`SELECT convert_from(name_hash, 'UTF8') AS name FROM sign_in_attempt`)).toEqual(['kept'])
  expect(await listNames(owner`SELECT email AS name FROM enrolment_request`)).toEqual(['kept@example.org'])
  expect(await listNames(owner`SELECT key AS name FROM rate_limit`)).toEqual(['kept'])
  expect(await listNames(owner`SELECT recipient AS name FROM notification ORDER BY recipient`)).toEqual(['kept', 'waiting'])
})
