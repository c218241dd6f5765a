import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOldMonths } from '@registry/db/testing/old-months'
import { verifyAuditLog } from '@registry/db/verify-chain'
import { deriveAuditChainKeys, startAuditChain } from '../jobs/audit-chain.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { attach, detach, changeLogMonths } from './log-months.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await addOldMonths(server.database.owner)
})
afterAll(() => server[Symbol.asyncDispose]())

const place = () => ({ database: server.database.owner, secretKey: server.deps.secretKey })
const addEntries = (at: string, count: number) =>
  server.database.owner`
    INSERT INTO audit_log (at, username, command, duration_milli, outcome) SELECT ${at}::timestamptz, 'ada@example.org', 'login', n, 'done' FROM generate_series(1, ${count}::int) AS n`
/** Entries get their links when the job ends. */
const chain = () => startAuditChain(server.deps).stop()
const listActions = () => server.database.owner`SELECT action, detail FROM audit_log WHERE username = 'operator' ORDER BY id`

test('REQ-OPS-26: log-months takes a month out with its head, and puts it back; both leave an entry', async () => {
  await addEntries('2015-02-10T00:00:00Z', 3)
  await expect(detach(place(), '2015-02-01')).rejects.toThrow('2015-02: 3 entries are not in the chain: run `pnpm registry verify`')
  await chain()
  const printed = await detach(place(), '2015-02-01')
  const [, head = ''] = /^detached (2015-02: 3 entries, head 3:[0-9a-f]{64})\n/.exec(printed) ?? []
  await expect(detach(place(), '2015-02-01')).rejects.toThrow('2015-02: is detached already')
  expect(await attach(place(), '2015-02-01')).toBe('attached 2015-02')
  await expect(attach(place(), '2015-02-01')).rejects.toThrow('2015-02: is not detached')
  expect(await listActions()).toEqual([
    { action: 'DETACH', detail: head },
    { action: 'ATTACH', detail: '2015-02' },
  ])
})

test('REQ-OPS-26: a verification finds every entry while a month is detached and put back', async () => {
  await addEntries('2015-02-20T00:00:00Z', 5)
  await chain()
  const [{ entries } = { entries: 0 }] = await server.database.owner<{ entries: number }[]>`SELECT count(*) AS entries FROM audit_log`
  const keys = await deriveAuditChainKeys(server.deps.secretKey)
  const verifications = Promise.all([1, 2, 3, 4].map(() => verifyAuditLog(server.database.owner, keys, {}, {}, 1)))
  for (let round = 0; round < 3; round += 1) {
    await detach(place(), '2015-02-01')
    await attach(place(), '2015-02-01')
  }
  for (const verified of await verifications) expect(verified).toMatchObject({ links: entries, missing: 0 })
  for (const verified of await verifications) expect(verified).not.toHaveProperty('mismatch')
})

test('REQ-OPS-26: a month with a changed row is not signed, a young or unknown one is refused, and one that is away waits for its dump', async () => {
  const { owner } = server.database
  const month = new Date().toISOString().slice(0, 7)
  await expect(detach(place(), '2014-05-01')).rejects.toThrow('2014-05: the log has no such month')
  await addEntries('2015-01-10T00:00:00Z', 2)
  await chain()
  await expect(detach(place(), `${month}-01`)).rejects.toThrow('a month stays in the log for 10 years')
  const change = async (detail: string) => {
    await owner`ALTER TABLE audit_log DISABLE TRIGGER prevent_change`
    await owner`UPDATE audit_log SET detail = ${detail} WHERE at = '2015-01-10T00:00:00Z'`
    await owner`ALTER TABLE audit_log ENABLE TRIGGER prevent_change`
  }
  await change('x')
  await expect(detach(place(), '2015-01-01')).rejects.toThrow(/^audit log: entry \d+ does not match$/)
  await change('')
  await detach(place(), '2015-01-01')
  await owner`DROP TABLE log_month.audit_log_2015_01`
  await expect(attach(place(), '2015-01-01')).rejects.toThrow('2015-01: its table is not in this database: restore its dump first')
})

test.each([
  [['--detach', '2015'], '--detach: must be a month, as 2016-03'],
  [['--attach', '2015-13'], '--attach: must be a month, as 2016-03'],
  [['--detach', '2015-01', '--attach', '2015-01'], '--attach: not together with --detach'],
])('log-months %j is refused', async (args, problem) => {
  expect(() => changeLogMonths({}, args)).toThrow(problem)
})
