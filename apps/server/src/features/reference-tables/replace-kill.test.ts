import { fork } from 'node:child_process'
import { once } from 'node:events'
import { eventually } from '@registry/db/testing/eventually'
import { connect, type Database } from '@registry/db/connect'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createClient, type Client } from '../../testing/client.ts'
import { startCuttingProxy } from '../../testing/flaky-proxy.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let admin: Awaited<ReturnType<TestServer['staff']>>
/** A superuser, who sees the statements of the server's connections. */
let superuser: Database
beforeAll(async () => {
  server = await startTestServer()
  superuser = connect({ ...server.database.addresses.owner, username: 'postgres' }, { max: 1 })
  admin = await server.staff([{ role: 'GlobalAdmin', areaid: 'W' }], 'ga@example.org')
})
afterAll(async () => {
  await superuser.end()
  await server[Symbol.asyncDispose]()
})

const table = 'svc_drug_administering'
const fields = { table_name: table, action: 'REPLACE', format: 'csv' }
const replacement = (prefix: string) => `id,trans_it,trans_en\r\n${prefix}_1,Uno,One\r\n${prefix}_2,Due,Two\r\n`
const replace = (client: Client, prefix: string) =>
  client.call('/admin/ConfTable', { multipart: fields, file: { name: 'table.csv', content: replacement(prefix) } })
const readIds = async (): Promise<string> =>
  (await server.database.owner<{ id: string }[]>`SELECT id FROM reference_value WHERE table_name = ${table} ORDER BY position`)
    .map(({ id }) => id)
    .join()
const connections = () => superuser`SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'server to kill'`
const countChanges = async () => (await server.database.owner`SELECT FROM reference_change WHERE table_name = ${table}`).length

const startProcess = async (address: object = server.database.addresses.server) => {
  const child = fork(new URL('../imports/testing/server-process.ts', import.meta.url), {
    env: { ...process.env, TEST_DATABASE: JSON.stringify(address) },
    execArgv: [],
  })
  const [port] = (await once(child, 'message')) as [number]
  return { child, client: createClient({ port, host: 'staff.localhost:8080', cookies: admin.cookies }) }
}

test('FAULT-02: a server killed before the end of a REPLACE keeps the old table, and the file can be sent again', async () => {
  const before = [await readIds(), await countChanges()]
  const { child, client } = await startProcess()
  let sent: Promise<unknown> | undefined
  await server.database.owner.begin(async (sql) => {
    // The audit entry is the last row of the transaction. The lock stops it when the whole table is written.
    await sql`LOCK TABLE audit_log IN SHARE MODE`
    sent = replace(client, 'NEW').catch(() => 'broken')
    const waiting = () => superuser<{ wrote: boolean }[]>`
      SELECT a.backend_xid IS NOT NULL AS wrote FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
      WHERE l.relation = 'audit_log'::regclass AND NOT l.granted AND a.datname = current_database() AND a.application_name = 'server to kill' AND a.xact_start IS NOT NULL`
    await eventually(async () => expect(await waiting()).toEqual([{ wrote: true }]))
    expect(await readIds()).toBe(before[0])
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  })
  expect(await sent).toBe('broken')
  await eventually(async () => expect(await connections()).toHaveLength(0))
  expect([await readIds(), await countChanges()]).toEqual(before)
  expect(await replace(admin, 'NEW')).toMatchObject({ success: true, ok: 2 })
  expect(await readIds()).toBe('NEW_1,NEW_2')
})

test('FAULT-02: after an end of the server at each message to the database, received or not, eight readers saw the old or the new table', async () => {
  const { addresses } = server.database
  await using proxy = await startCuttingProxy(addresses.server)
  const { child, client } = await startProcess({ ...addresses.server, ...proxy.address })
  onTestFinished(() => void child.kill('SIGKILL'))
  const readChanges = () => server.database.owner<{ value_id: string; isCopy: boolean }[]>`
    SELECT value_id, before IS NOT NULL AS "isCopy" FROM reference_change WHERE table_name = ${table} ORDER BY id`
  /** Replaces the table while eight readers read, and waits until the database has ended every transaction of the server. */
  const replaceAndRead = async (prefix: string) => {
    const seen = new Set<string>()
    let done = false
    const readInLoop = async (): Promise<void> => {
      do seen.add(await readIds())
      while (!done)
    }
    const readers = Array.from({ length: 8 }, readInLoop)
    await replace(client, prefix).catch(() => {})
    const messages = proxy.countPassed()
    proxy.cutAll()
    // The loop has no pauses, because two hundred of them would add up.
    while ((await connections()).length > 0);
    done = true
    await Promise.all(readers)
    return { seen, messages }
  }
  proxy.begin()
  const { messages } = await replaceAndRead('WHOLE')
  expect(await readIds()).toBe('WHOLE_1,WHOLE_2')
  const outcomes = { old: 0, new: 0 }
  // The database distinguishes only these moments of a server's end: random kills would repeat some and miss others.
  for (let round = 0; round < 2 * messages; round += 1) {
    const [old, next] = [await readIds(), `R${round}_1,R${round}_2`]
    const before = await readChanges()
    proxy.begin({ after: round % messages, delivers: round >= messages })
    const { seen } = await replaceAndRead(`R${round}`)
    const stored = await readIds()
    expect([old, next], `round ${round}`).toContain(stored)
    expect(
      [...seen].filter((ids) => ids !== old && ids !== next),
      `round ${round}`,
    ).toEqual([])
    outcomes[stored === old ? 'old' : 'new'] += 1
    // The history is the copy for an undo: it has the removed rows unchanged.
    const added = (await readChanges()).slice(before.length)
    const copies = added.filter(({ isCopy }) => isCopy).map(({ value_id: id }) => id)
    expect([added.length, copies.toSorted().join()], `round ${round}`).toEqual(stored === old ? [0, ''] : [4, old])
  }
  // The transaction commits with its last message, which the database receives or not.
  expect(outcomes.old).toBeGreaterThan(messages)
  expect(outcomes.new).toBeGreaterThan(0)
})

test('THREAT-30: eight readers in a loop see the old or the new table, never an empty or mixed one', async () => {
  const whole = new Set([await readIds()])
  const seen = new Set<string>()
  let done = false
  const readInLoop = async () => {
    do {
      const { rows } = (await admin.call('/admin/GetConfTable', { json: { table_name: table, format: 'json' } })) as {
        rows: { id: string }[]
      }
      seen.add(rows.map(({ id }) => id).join())
    } while (!done)
  }
  const readers = Array.from({ length: 8 }, readInLoop)
  for (const prefix of ['A', 'B', 'C', 'D']) {
    whole.add(`${prefix}_1,${prefix}_2`)
    expect(await replace(admin, prefix)).toMatchObject({ ok: 2, ko: 0 })
  }
  done = true
  await Promise.all(readers)
  expect([...seen].filter((ids) => !whole.has(ids))).toEqual([])
})
