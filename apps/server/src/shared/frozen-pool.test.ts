import { once } from 'node:events'
import { connect as connectSocket, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '@registry/db/connect'
import { testDatabase, type TestDatabase } from '@registry/db/testing/database'
import { watchPool } from './frozen-pool.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.dispose())

/** A database host whose open connections can freeze, as those of a stopped machine do, while it accepts new ones. */
const startHost = async () => {
  const { host, port } = database.addresses.server
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connectSocket(join(host, `.s.PGSQL.${port}`))
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: { ...database.addresses.server, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    freeze: (): void => {
      for (const socket of sockets) socket.unpipe().pause()
    },
    close: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

test('FAULT-05: a connection without an answer is frozen only while a new connection works', async () => {
  const host = await startHost()
  const watch = watchPool({ connectAnew: () => connect(host.address, { max: 1 }), everyMs: 20, silentMs: 500 })
  expect(await watch.isFrozen()).toBe(false)
  const freeze = (): Promise<boolean> => {
    host.freeze()
    return watch.isFrozen()
  }
  await expect.poll(freeze).toBe(true)
  await host.close()
  expect(await watch.isFrozen(), 'without any database a restart does not help').toBe(false)
  watch.stop()
})

test('REQ-OPS-13: of several hosts the pool uses the one that is a primary', async () => {
  const host = await startHost()
  const { username, database: name } = database.addresses.server
  const pool = connect(`postgres://${username}@127.0.0.1:9,127.0.0.1:${host.address.port}/${name}`, { max: 1 })
  expect(await pool`SELECT 1 AS one`).toEqual([{ one: 1 }])
  await pool.end()
  await host.close()
})
