import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '@registry/db/connect'
import { systemContext, withTransaction } from '@registry/db/transaction'
import { toAppError } from '@registry/server/shared/errors/to-app-error'
import { compareLedger, startWriters, type Writers } from '@registry/server/testing/writers'
import { root } from '../repository.ts'
import { startCluster, type Cluster } from './start-cluster.ts'

const running = new AsyncDisposableStack()
let cluster: Cluster
let owner: Database
let writers: Writers

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'failover-'))
  chmodSync(directory, 0o755)
  running.defer(() => rmSync(directory, { recursive: true, force: true }))
  const port = await getPort({ host: '127.0.0.1' })
  cluster = running.use(await startCluster({ servers: 2, standbys: 1, directory, port }))
  owner = connect(cluster.environment['DATABASE_OWNER_URL']!, { max: 1 })
  running.defer(() => owner.end({ timeout: 0 }))
  writers = await startWriters(owner, { port, host: `staff.localhost:${port}` })
  running.defer(() => writers.stop())
  await writers.nextWrite()
})
afterAll(() => running.disposeAsync())

test('FAULT-20: a restart of one server after the other fails no request', async () => {
  for (const server of cluster.servers) {
    await server.stop()
    await server.start(root)
    await writers.nextWrite()
  }
  expect(writers.failures()).toEqual([])
})

/** Connects as the server. */
const connectTo = (...hosts: readonly string[]) => {
  const url = new URL(cluster.environment['DATABASE_URL']!.replace(/@[^/]+/, '@host'))
  const sql = connect(`postgres://${url.username}:${url.password}@${hosts.join(',')}/registry`, { max: 1 })
  return { sql, [Symbol.asyncDispose]: () => sql.end({ timeout: 0 }) }
}

test('of several hosts the connection uses the primary, and fails at once when there is none', async () => {
  const { primary, standbys } = cluster
  const ask = async (...hosts: readonly string[]): Promise<unknown> => {
    await using database = connectTo(...hosts)
    try {
      return await database.sql`SELECT pg_is_in_recovery() AS standby`
    } catch (error) {
      return toAppError(error)?.detail.code
    }
  }
  const [here, there] = [primary, standbys[0]!].map(({ superuser }) => `127.0.0.1:${superuser.port}`)
  expect(await ask('no-such-host.invalid:5432', there!, here!)).toEqual([{ standby: false }])
  expect(await ask(there!, there!)).toBe('not_ready')
  expect(await ask('no-such-host.invalid:5432', there!)).toBe('not_ready')
})

test('FAULT-09: a write on a standby fails as on a read-only database', async () => {
  await using database = connectTo(`127.0.0.1:${cluster.standbys[0]!.superuser.port}`)
  const write = withTransaction(database.sql, systemContext, ({ sql }) => sql`DELETE FROM work_progress`)
  expect(toAppError(await write.catch((error: unknown) => error))?.detail.code).toBe('not_ready')
})

test('FAULT-04: after the loss of the primary, writes go on with the standby, and no acknowledged one is lost', async () => {
  const { primary, standbys, servers } = cluster
  const processes = servers.map((server) => server.child())
  process.kill(primary.pid, 'SIGKILL')
  await primary.ended
  await standbys[0]!.promote()
  await writers.nextWrite()
  await writers.stop()
  expect(processes.map(({ exitCode }) => exitCode)).toEqual([null, null])
  const ledger = await compareLedger(owner, writers)
  expect(ledger).toEqual({ ...ledger, lost: 0, entries: ledger.stored })
  expect(ledger.stored).toBeGreaterThanOrEqual(ledger.acknowledged)
})
