import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import getPort from 'get-port'
import { startCluster } from '../cluster/start-cluster.ts'
import { readMegabytes } from '../run/process-cost.ts'
import type { Figures } from './drill.ts'

const idleConnections = 500
const readers = 100
const seconds = 30
/** A file of some hundred KB, so that no reader ends. */
const path = '/api/openapi.json'

/** Opens idle connections and slow readers at a server, and measures its memory. */
export const measureSlowClients = async (): Promise<Figures> => {
  await using stack = new AsyncDisposableStack()
  const directory = mkdtempSync(join(tmpdir(), 'drill-'))
  chmodSync(directory, 0o755)
  stack.defer(() => rmSync(directory, { recursive: true, force: true }))
  const cluster = stack.use(await startCluster({ servers: 1, standbys: 0, directory, port: await getPort({ host: '127.0.0.1' }) }))
  const [server] = cluster.servers
  if (!server) throw new Error('there is no server')
  const host = new URL(String(cluster.environment['STAFF_ORIGIN'])).host
  const measure = (): number => Math.round(readMegabytes(Number(server.child().pid), 'VmRSS'))
  const open = async (): Promise<Socket> => {
    const socket = connect(server.port, '127.0.0.1')
    stack.defer(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  const answers = async (): Promise<void> => assert.equal((await fetch(`${server.url}/api/health/ready`)).status, 200)
  const get = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`

  const first = await open()
  first.write(get)
  await once(first, 'data')
  first.destroy()
  const before = measure()
  await Promise.all(Array.from({ length: idleConnections }, open))
  await answers()
  const withIdle = measure()

  const sockets = await Promise.all(Array.from({ length: readers }, open))
  let bytes = 0
  for (const socket of sockets) {
    socket.pause()
    socket.write(get)
  }
  for (let second = 0; second < seconds; second += 1) {
    for (const socket of sockets) bytes += (socket.read(1024) as Buffer | null)?.length ?? 0
    await answers()
    await sleep(1000)
  }
  const withReaders = measure()
  assert.ok(bytes > (readers * seconds * 1024) / 2, `only ${bytes} bytes arrived`)
  return {
    'MB before': before,
    [`MB with ${idleConnections} idle connections`]: withIdle,
    [`MB with ${readers} readers too`]: withReaders,
    'KB read': Math.round(bytes / 1024),
  }
}
