import assert from 'node:assert/strict'
import { chmodSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import getPort from 'get-port'
import { connect, type Database } from '@registry/db/connect'
import { makeCentre, makePatient } from '@registry/db/testing/fixtures'
import { createHashing } from '@registry/server/auth/password-hashing'
import { jobIntervals, type JobName } from '@registry/server/jobs/repeat'
import { createClient } from '@registry/server/testing/client'
import { compareLedger, startWriters } from '@registry/server/testing/writers'
import type { ClusterServer } from '../cluster/server.ts'
import { startCluster } from '../cluster/start-cluster.ts'
import { root } from '../repository.ts'
import type { Drill } from './drill.ts'
import { runTests } from './run-tests.ts'
import { until } from './until.ts'

/** The HTTP tests of sessions, codes, limits, uploads and exports. */
const testFiles = [
  'src/auth/',
  'src/app/same-request',
  'src/features/filters/exports/',
  'src/features/filters/saved-filters/export',
  'src/features/imports/every-import-ends',
  'src/features/imports/files',
  'src/features/imports/progress',
  'src/features/imports/stopped',
  'src/features/sign-in/',
  'src/http/csrf',
  'src/http/downloads',
  'src/http/overload',
  'src/http/session-changed',
  'src/http/upload',
]

/** Tests of what is per process, with the reason, by their names. */
const testsOfOneProcess: Readonly<Record<string, string>> = {
  'shows the active centres and the people in tens': 'each server counts anew after ten minutes',
  'disconnecting before the first byte': 'waits for a connection of one server',
  'leave nothing behind when the client disconnects': 'reads the open files of one server',
  'unknown callers block neither known ones': 'each server has slots, because each has its own disk',
  'unknown callers of many addresses block no known': 'each server has slots, because each has its own disk',
  'one centre cannot occupy the slots of others': 'each server has slots, because each has its own disk',
  'has no name, so that nothing remains after a kill': 'reads the open files of one server',
  'after 200 kills of COPY, reader, connection or client': 'reads the slots and files of one server',
  'a queued upload reports that it waits': 'reads the queue of one server',
  'are refused immediately with the time to wait': 'each server counts its requests',
  'of a client that leaves make room for others': 'each server counts its requests',
  'are refused on the connection that they came by': 'each server counts its requests',
  'of whom as many wait for the database as it has connections': 'each server has its connections',
}

const minutes = 10
const leaseSeconds = 30
/** A busy machine begins a run later. */
const slackSeconds = 15

type Run = { readonly name: JobName; readonly holder: string; readonly at: number }

const readRuns = (owner: Database) => owner<Run[]>`
  SELECT name, holder, extract(epoch FROM last_success_at)::double precision AS at FROM job_run WHERE last_success_at IS NOT NULL`

/** Notes the end of each run of the jobs until the minutes are over. */
const watchRuns = async (owner: Database): Promise<ReadonlyMap<JobName, readonly number[]>> => {
  const ends = new Map<JobName, number[]>()
  const deadline = performance.now() + minutes * 60_000
  while (performance.now() < deadline) {
    for (const { name, at } of await readRuns(owner)) {
      const seen = ends.get(name) ?? []
      if (seen.at(-1) !== at) ends.set(name, [...seen, at])
    }
    await sleep(100)
  }
  return ends
}

/** The messages of level error in the logs of all servers. */
const readErrors = (directory: string): readonly string[] =>
  globSync(join(directory, 'server-*.log'))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => /"level":[56]0/.test(line))
    .map((line) => /"msg":"([^"]*)"/.exec(line)?.[1] ?? line)

/** The variables of a process whose clock is an hour ahead, as `faketime` sets them. Its durations are right. */
const hourAhead = () => ({
  LD_PRELOAD: globSync('/usr/lib/*/faketime/libfaketime.so.1')[0],
  FAKETIME: '+1h',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})

export const servers: Drill = {
  name: 'servers',
  description: 'Three servers behind a balancer: shared sessions, codes, limits and jobs, a wrong clock, and the loss of a server.',
  steps: async (step) => {
    await step('tests of sessions, codes, limits, uploads and exports, each request at the next of two servers', () =>
      runTests([...testFiles, `--testNamePattern=^(?!.*(?:${Object.keys(testsOfOneProcess).join('|')}))`], { TEST_SERVERS: '2' }),
    )

    await using stack = new AsyncDisposableStack()
    const directory = mkdtempSync(join(tmpdir(), 'drill-'))
    chmodSync(directory, 0o755)
    stack.defer(() => rmSync(directory, { recursive: true, force: true }))
    const port = await getPort({ host: '127.0.0.1' })
    const cluster = stack.use(await startCluster({ servers: 3, standbys: 0, directory, port }))
    const [first, second, third] = cluster.servers
    if (!first || !second || !third) throw new Error('there are not three servers')
    const owner = connect(String(cluster.environment['DATABASE_OWNER_URL']), { max: 2 })
    stack.defer(() => owner.end({ timeout: 0 }))
    const password = 'Sette-mele-sul-ponte-9'
    const passwordHash = await createHashing().hashSecret(password)
    await makeCentre(owner, 'RM01')

    /** Asks for a code at one server, uses it at another one, and the session at the first. */
    const signIn = async (from: ClusterServer, to: ClusterServer): Promise<void> => {
      const email = `${from.port}-${to.port}@example.org`
      const { accountId } = await makePatient(owner, { centre: 'RM01', centrePatientCode: email, email, passwordHash })
      const browse = (server: ClusterServer, cookies = new Map<string, string>()) =>
        createClient({ port: server.port, host: new URL(String(cluster.environment['MYCONSENT_ORIGIN'])).host, cookies })
      const browser = browse(from)
      assert.deepEqual(await browser.call('/otp', { json: { username: email, password, lang: 'it' } }), { success: true })
      let otp = ''
      await until(async () => {
        const messages = join(directory, 'messages')
        const file = readdirSync(messages).find((name) => name.includes(email))
        otp = /codice[^]*?\b(\d{6})\b/.exec(readFileSync(join(messages, file ?? ''), 'utf8'))?.[1] ?? ''
        assert.notEqual(otp, '')
      }, 60)
      const other = browse(to, browser.cookies)
      const opened = await other.call('/otplogin', { json: { username: email, otp } })
      assert.equal(opened['success'], true)
      const info: unknown = await (await browse(from, other.cookies).get('/get_userinfo')).json()
      assert.match(JSON.stringify(info), new RegExp(email))
      const [session] = await owner<{ right: boolean }[]>`
        SELECT abs(extract(epoch FROM created_at - now())) < 600 AS right FROM session
        WHERE account_id = ${accountId}`
      assert.equal(session?.right, true)
    }
    await step(
      'a server whose clock is an hour ahead: codes and sessions of it and of another one',
      async () => {
        await third.stop()
        await third.start(root, hourAhead())
        assert.match(readFileSync(join(directory, 'server-3.log'), 'utf8'), /the clocks of server and database differ/)
        await signIn(third, first)
        await signIn(first, third)
      },
      { faketime: 'apt' },
    )

    const writers = await startWriters(owner, { port, host: new URL(String(cluster.environment['STAFF_ORIGIN'])).host }, 2)
    stack.defer(() => writers.stop())
    await writers.nextWrite()
    await step(`${minutes} minutes with two writers: each job once in its interval, no line of level error`, async () => {
      const runs = await watchRuns(owner)
      const figures: Record<string, number> = {}
      const errors = readErrors(directory)
      assert.equal(errors.length, 0, `${errors.length} lines: ${[...new Set(errors)].join('; ')}`)
      for (const [name, seconds] of Object.entries(jobIntervals)) {
        const ends = [...runs].find(([job]) => job === name)?.[1] ?? []
        figures[`runs of ${name}`] = ends.length
        const most = (minutes * 60) / seconds + 1
        assert.ok(ends.length <= most, `${name} ran ${ends.length} times, more than ${most}`)
        assert.ok(ends.length >= Math.floor((minutes * 60) / (seconds + slackSeconds)), `${name} ran only ${ends.length} times`)
      }
      assert.deepEqual(writers.failures(), [])
      return { ...figures, writes: writers.acknowledged.size }
    })

    await step('kill -9 of the server that does the jobs: another one goes on', async () => {
      const before = await readRuns(owner)
      const holder = before.find(({ name }) => name === 'audit chain')?.holder ?? ''
      const killed = cluster.servers.find((server) => server.child().pid === Number(holder.split('-').at(-1)))
      if (!killed) throw new Error(`no server is ${holder}`)
      const start = performance.now()
      killed.child().kill('SIGKILL')
      const waited: Record<string, number> = {}
      for (const { name, at } of before.filter((run) => jobIntervals[run.name] <= 60)) {
        await until(
          async () => {
            const run = (await readRuns(owner)).find((one) => one.name === name)
            assert.ok(run && run.at > at && run.holder !== holder, `nobody goes on with ${name}`)
          },
          jobIntervals[name] + leaseSeconds + slackSeconds,
        )
        waited[`seconds until ${name}`] = Math.round((performance.now() - start) / 1000)
      }
      await writers.nextWrite()
      return waited
    })

    await step('nothing acknowledged is lost', async () => {
      await writers.stop()
      const { acknowledged, lost, stored, entries } = await compareLedger(owner, writers)
      assert.equal(lost, 0)
      assert.equal(entries, stored)
      return { acknowledged, lost, 'audit entries': entries }
    })
  },
}
