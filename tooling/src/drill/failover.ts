import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { connect, type Database } from '@registry/db/connect'
import { startEmbedded, startPostgres, type Embedded } from '@registry/db/embedded'
import { requireStandbys, startStandby, type Standby } from '@registry/db/testing/standby'
import { prepareDatabase } from '@registry/server/app/prepare-database'
import { compareLedger, startWriters, type Writers } from '@registry/server/testing/writers'
import { createServer, type ClusterServer } from '../cluster/server.ts'
import { databaseSettings, startCluster, type Cluster } from '../cluster/start-cluster.ts'
import { root } from '../repository.ts'
import { stopChild } from '../run/stop-child.ts'
import type { Drill, Figures } from './drill.ts'
import { until } from './until.ts'

const promotions = 50
const servers = 2
const mostSeconds = { nextWrite: 10, live: 45, ready: 30 }
const host = '127.0.0.1'

const check = (isMet: boolean, problem: string): void => {
  if (!isMet) throw new Error(problem)
}

const measure = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return Number(((performance.now() - start) / 1000).toFixed(1))
}

/** The two databases. A promotion changes their places. */
type Pair = { primary: Embedded; standby: Standby; replaced: number }

/** Makes a new standby in the directory and on the port of a lost primary. */
const replacePrimary = async (pair: Pair): Promise<void> => {
  const lost = pair.primary
  await lost.stop()
  rmSync(lost.dataDir, { recursive: true, force: true })
  pair.replaced += 1
  const name = `replaced_${pair.replaced}`
  const options = { name, dataDir: lost.dataDir, port: lost.superuser.port, settings: databaseSettings(servers) }
  const standby = await startStandby({ primary: pair.standby, ...options })
  await requireStandbys(pair.standby, [name])
  Object.assign(pair, { primary: pair.standby, standby })
}

/** Kills the primary, promotes the standby and waits for the next write. Returns the seconds. */
const failOver = (pair: Pair, writers: Writers): Promise<number> =>
  measure(async () => {
    process.kill(pair.primary.pid, 'SIGKILL')
    const next = writers.nextWrite()
    await pair.primary.ended
    await pair.standby.promote()
    await next
  })

const countLosses = async (owner: Database, writers: Writers, seconds: number): Promise<Figures> => {
  const { acknowledged, lost, stored, entries } = await compareLedger(owner, writers)
  check(lost === 0, `${lost} acknowledged writes are lost`)
  check(entries === stored, `${stored} filters are stored, but ${entries} are in the audit log`)
  check(seconds <= mostSeconds.nextWrite, `the next write came after ${seconds} seconds`)
  return { acknowledged, lost, 'seconds to the next write': seconds, 'audit entries': entries }
}

/** A stopped machine: the server and its processes, each of which has a process group. */
const signalDatabase = (pid: number, signal: NodeJS.Signals): void => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  for (const one of [pid, ...children.filter(Boolean).map(Number)]) process.kill(one, signal)
}

const readStatus = async (server: { readonly url: string }, probe: 'live' | 'ready'): Promise<number> =>
  (await fetch(`${server.url}/api/health/${probe}`)).status

/** Answers as Patroni does: 200 for `GET /primary` when the database is one. */
const startPrimaryProbe = async (database: Embedded, port: number): Promise<AsyncDisposable> => {
  const client = connect(database.superuser, { max: 1 })
  const isPrimary = async (): Promise<boolean> => {
    const [row] = await client<{ standby: boolean }[]>`SELECT pg_is_in_recovery() AS standby`
    return row?.standby === false
  }
  const probe = createHttpServer((_request, response) => {
    isPrimary().then(
      (found) => response.writeHead(found ? 200 : 503).end(),
      () => response.writeHead(503).end(),
    )
  })
  await new Promise<void>((resolve) => probe.listen(port, host, resolve))
  return {
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        probe.close(() => resolve(client.end({ timeout: 0 })))
        probe.closeAllConnections()
      }),
  }
}

const startProxy = async (stack: AsyncDisposableStack, directory: string, { primary, standby }: Pair): Promise<number> => {
  const port = await getPort({ host })
  const lines: string[] = []
  for (const [index, database] of [primary, standby].entries()) {
    const probe = await getPort({ host })
    stack.use(await startPrimaryProbe(database, probe))
    lines.push(`  server database_${index} ${host}:${database.superuser.port} check port ${probe}`)
  }
  const file = join(directory, 'haproxy.cfg')
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen registry
  bind ${host}:${port}
  option httpchk GET /primary
  default-server inter 500ms fall 1 rise 1 on-marked-down shutdown-sessions
${lines.join('\n')}
`,
  )
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  stack.defer(() => stopChild(child))
  return port
}

/** PgBouncer in front of HAProxy, with a connection for each session. It does not run as root. */
const startPooler = async (stack: AsyncDisposableStack, directory: string, proxyPort: number, password: string): Promise<number> => {
  const port = await getPort({ host })
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const write = (name: string, content: string): string => {
    const file = join(directory, name)
    writeFileSync(file, content, { mode: 0o600 })
    if (user.uid !== undefined) chownSync(file, user.uid, user.gid)
    return file
  }
  const users = write('pgbouncer.txt', `"registry_server" "${password}"\n`)
  const settings = write(
    'pgbouncer.ini',
    `[databases]
registry = host=${host} port=${proxyPort}
[pgbouncer]
listen_addr = ${host}
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = session
default_pool_size = 60
max_client_conn = 200
server_login_retry = 1
`,
  )
  const child: ChildProcess = spawn('pgbouncer', ['-q', settings], { ...user, stdio: 'ignore' })
  stack.defer(() => stopChild(child))
  return port
}

const readPassword = ({ environment }: Cluster): string => new URL(String(environment['DATABASE_URL']).replace(/,[^/]*/, '')).password

/** One more server, with another database address. */
const startServer = async (
  stack: AsyncDisposableStack,
  { environment }: Cluster,
  directory: string,
  databaseUrl: string,
): Promise<ClusterServer> => {
  const { DATABASE_OWNER_URL: _, ...variables } = environment
  const server = createServer({
    port: await getPort({ host }),
    log: `${directory}.log`,
    variables: { ...variables, DATABASE_URL: databaseUrl, DATA_DIR: directory },
  })
  stack.defer(() => server.stop())
  await until(() => server.start(root), mostSeconds.ready)
  return server
}

const staffHost = ({ environment }: Cluster): string => new URL(String(environment['STAFF_ORIGIN'])).host

/** A database whose files, without the write-ahead log, are on a small file system. */
const startSmallDatabase = async (stack: AsyncDisposableStack, directory: string): Promise<{ database: Embedded; disk: string }> => {
  const disk = join(directory, 'small')
  mkdirSync(disk)
  check(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=755', 'tmpfs', disk]).status === 0, 'the file system could not be mounted')
  stack.defer(() => void spawnSync('umount', [disk]))
  const dataDir = join(disk, 'data')
  await (await startEmbedded({ dataDir })).stop()
  const log = join(directory, 'small-wal')
  check(spawnSync('mv', [join(dataDir, 'pg_wal'), log]).status === 0, 'the write-ahead log could not be moved')
  symlinkSync(log, join(dataDir, 'pg_wal'))
  const database = await startEmbedded({ dataDir, port: await getPort({ host }) })
  stack.defer(() => database.stop())
  await prepareDatabase(database.owner, { STAFF_TOTP_REQUIRED: false })
  return { database, disk }
}

export const failover: Drill = {
  name: 'failover',
  description: 'The primary database is killed, frozen, comes back, or has a full disk, while eight people write through two servers.',
  steps: async (step) => {
    await using stack = new AsyncDisposableStack()
    const directory = mkdtempSync(join(tmpdir(), 'drill-'))
    chmodSync(directory, 0o755)
    stack.defer(() => rmSync(directory, { recursive: true, force: true }))
    const port = await getPort({ host })
    const cluster = stack.use(await startCluster({ servers, standbys: 1, directory: join(directory, 'cluster'), port }))
    const [first] = cluster.standbys
    if (!first) throw new Error('there is no standby')
    const pair: Pair = { primary: cluster.primary, standby: first, replaced: 0 }
    stack.defer(async () => {
      await Promise.all([pair.primary.stop(), pair.standby.stop()])
    })
    const owner = connect(String(cluster.environment['DATABASE_OWNER_URL']), { max: 1 })
    stack.defer(() => owner.end({ timeout: 0 }))
    const writers = await startWriters(owner, { port, host: staffHost(cluster) })
    stack.defer(() => writers.stop())
    await writers.nextWrite()

    await step(`${promotions} times: kill -9 of the primary, promotion of the standby, a new standby`, async () => {
      let longest = 0
      for (let round = 1; round <= promotions; round += 1) {
        longest = Math.max(longest, await failOver(pair, writers))
        await replacePrimary(pair)
        await writers.nextWrite()
      }
      return await countLosses(owner, writers, longest)
    })

    await step('the old primary comes back after a promotion: it acknowledges nothing', async () => {
      const { primary } = pair
      const seconds = await failOver(pair, writers)
      const { dataDir, superuser } = primary
      const old = await startPostgres({ dataDir, port: superuser.port, settings: databaseSettings(servers) })
      for (let more = 0; more < 20; more += 1) await writers.nextWrite()
      await old.stop()
      await writers.nextWrite()
      const figures = await countLosses(owner, writers, seconds)
      await replacePrimary(pair)
      return figures
    })

    await step('the primary freezes (SIGSTOP), and the standby is promoted: live turns false, and a restart helps', async () => {
      signalDatabase(pair.primary.pid, 'SIGSTOP')
      const figures = { live: 0, next: 0 }
      try {
        await pair.standby.promote()
        const allSayNo = async (): Promise<void> => {
          for (const server of cluster.servers) check((await readStatus(server, 'live')) === 503, 'live is true')
        }
        figures.live = await measure(() => until(allSayNo, mostSeconds.live))
        for (const server of cluster.servers) server.child().kill('SIGKILL')
        await Promise.all(cluster.servers.map((server) => server.start(root)))
        figures.next = await measure(() => writers.nextWrite())
      } finally {
        signalDatabase(pair.primary.pid, 'SIGKILL')
        await pair.primary.ended
        await replacePrimary(pair)
      }
      return { 'seconds until live is false': figures.live, ...(await countLosses(owner, writers, figures.next)) }
    })

    await step('the database answers after 5 seconds: not ready, then ready', async () => {
      signalDatabase(pair.primary.pid, 'SIGSTOP')
      const start = performance.now()
      const [server] = cluster.servers
      if (!server) throw new Error('there is no server')
      const seconds = await measure(async () => check((await readStatus(server, 'ready')) === 503, 'ready is true'))
      await until(async () => check(performance.now() - start > 5000, 'it is too early'), 10)
      signalDatabase(pair.primary.pid, 'SIGCONT')
      const next = await measure(() => writers.nextWrite())
      await until(async () => check((await readStatus(server, 'ready')) === 200, 'ready is false'), mostSeconds.ready)
      return { 'seconds until ready says no': seconds, ...(await countLosses(owner, writers, next)) }
    })
    await writers.stop()

    const password = readPassword(cluster)
    const runThrough = async (name: string, databaseUrl: string): Promise<Figures> => {
      await using own = new AsyncDisposableStack()
      const server = await startServer(own, cluster, join(directory, name), databaseUrl)
      const some = await startWriters(owner, { port: server.port, host: staffHost(cluster) })
      own.defer(() => some.stop())
      await some.nextWrite()
      const seconds = await failOver(pair, some)
      await some.stop()
      const figures = await countLosses(owner, some, seconds)
      await replacePrimary(pair)
      return figures
    }
    await step(
      'a promotion behind HAProxy',
      async () => {
        await using own = new AsyncDisposableStack()
        const proxyPort = await startProxy(own, directory, pair)
        return await runThrough('haproxy', `postgres://registry_server:${password}@${host}:${proxyPort}/registry`)
      },
      { haproxy: 'apt' },
    )
    await step(
      'a promotion behind PgBouncer (a connection for each session) and HAProxy',
      async () => {
        await using own = new AsyncDisposableStack()
        const poolerPort = await startPooler(own, directory, await startProxy(own, directory, pair), password)
        return await runThrough('pgbouncer', `postgres://registry_server:${password}@${host}:${poolerPort}/registry`)
      },
      { haproxy: 'apt', pgbouncer: 'apt' },
    )

    await step(
      'the disk of the database is full: 503, then recovery without a restart',
      async () => {
        await using own = new AsyncDisposableStack()
        const { database, disk } = await startSmallDatabase(own, directory)
        const databaseUrl = `postgres://registry_server@${host}:${database.superuser.port}/registry`
        const server = await startServer(own, cluster, join(directory, 'full'), databaseUrl)
        const client = connect(database.owner, { max: 1 })
        own.defer(() => client.end({ timeout: 0 }))
        const some = await startWriters(client, { port: server.port, host: staffHost(cluster) })
        own.defer(() => some.stop())
        await some.nextWrite()
        const fill = join(disk, 'fill')
        spawnSync('dd', ['if=/dev/zero', `of=${fill}`, 'bs=64k'])
        await until(async () => check(some.failures().includes(503), 'every write was stored'), 60)
        check((await readStatus(server, 'ready')) === 503, 'ready is true')
        rmSync(fill)
        const seconds = await measure(() => some.nextWrite())
        await until(async () => check((await readStatus(server, 'ready')) === 200, 'ready is false'), mostSeconds.ready)
        check(server.child().exitCode === null, 'the server ended')
        await some.stop()
        const unexpected = some.failures().filter((status) => status !== 503)
        check(unexpected.length === 0, `writes were answered with ${unexpected.join(', ')}`)
        return await countLosses(client, some, seconds)
      },
      process.getuid?.() === 0 ? { mount: 'apt' } : { 'mount as root': 'run the drill as root' },
    )
  },
}
