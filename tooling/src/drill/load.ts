import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import getPort from 'get-port'
import { z } from 'zod'
import { connect } from '@registry/db/connect'
import { demoCentres } from '@registry/demo-data/centres'
import { loadDemo } from '@registry/demo-data/load'
import { createHashing } from '@registry/server/auth/password-hashing'
import type { Client } from '@registry/server/testing/client'
import { signInStaff } from '@registry/server/testing/writers'
import { startCluster } from '../cluster/start-cluster.ts'
import { countFamilySeconds } from '../run/process-cost.ts'
import type { Drill } from './drill.ts'
import { until } from './until.ts'

const goalMs = 200
const backSeconds = 30
/** Every five seconds of a rate keep the goal, before an overload and after it. */
const checkSeconds = 5

/** Of 200 requests. An export is of some hundred patients. */
const mix = { read: 116, list: 40, save: 39, count: 4, export: 1 } as const
type Kind = keyof typeof mix
const kinds = Object.entries(mix).flatMap(([kind, count]) => Array.from({ length: count }, () => kind)) as readonly Kind[]
/** The kind of each request: spread evenly, the same in each run. */
const chooseKind = (number: number): Kind => pick(kinds, number * 77)

type Call = { readonly path: string; readonly body: object; readonly person: Client }

const PatientPage = z.object({
  patients: z.array(z.object({ code: z.string(), medical: z.boolean(), withdrawn: z.boolean() })),
  next: z.object({ key: z.union([z.string(), z.number(), z.null()]), code: z.string() }).nullable(),
})

/** Patients whose clinical data the centre can save. */
const listCodes = async ({ api }: Client, count: number): Promise<readonly string[]> => {
  const codes: string[] = []
  let cursor: z.infer<typeof PatientPage>['next'] | undefined
  while (cursor !== null && codes.length < count) {
    const page = PatientPage.parse(await api.ecrf.patients.query(cursor ? { cursor } : {}))
    codes.push(...page.patients.filter(({ medical, withdrawn }) => medical && !withdrawn).map(({ code }) => code))
    cursor = page.next
  }
  return codes
}

/** Four conditions on both consents, as in a study of iron overload. */
const where = {
  kind: 'predicates',
  predicates: [
    { field: 'SEX', operator: '=', value: 'F' },
    { field: 'FERRITIN', operator: '>', value: 1000 },
    { field: 'HB', operator: '<', value: 10 },
    { field: 'ALT', operator: '<', value: 100 },
  ],
}

/** Sums of the processor seconds of all programs of the machine. */
const countMachineSeconds = (): number =>
  cpus().reduce((sum, { times }) => sum + (times.user + times.nice + times.sys + times.irq) / 1000, 0)

const countOwnSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}

const pick = <T>(list: readonly T[], number: number): T => {
  const item = list[number % list.length]
  if (item === undefined) throw new Error('an empty list')
  return item
}

const round = (number: number, digits = 1): number => Number(number.toFixed(digits))

type Load = {
  readonly requests: number
  /** Milliseconds of the slowest of 20 requests. */
  readonly slowest95: number
  readonly answers: Readonly<Record<string, number>>
  readonly isGood: boolean
  /** The time of the last request. */
  readonly sentAt: number
}

export const load: Drill = {
  name: 'load',
  description: 'Reads, lists, counts, saves and exports at two servers: the highest rate, what stops it, and ten times that rate.',
  steps: async (step, { patients }) => {
    await using stack = new AsyncDisposableStack()
    const directory = mkdtempSync(join(tmpdir(), 'drill-'))
    chmodSync(directory, 0o755)
    stack.defer(() => rmSync(directory, { recursive: true, force: true }))
    const port = await getPort({ host: '127.0.0.1' })
    const cluster = stack.use(await startCluster({ servers: 2, standbys: 0, directory, port }))
    const ports = cluster.servers.map((server) => server.port)
    const processes = cluster.servers.map((server) => server.child())
    const pids = processes.map(({ pid }) => Number(pid))
    const owner = connect(String(cluster.environment['DATABASE_OWNER_URL']), { max: 1 })
    stack.defer(() => owner.end({ timeout: 0 }))
    const place = { port, host: new URL(String(cluster.environment['STAFF_ORIGIN'])).host }
    const agent = new Agent({ keepAlive: true })
    stack.defer(() => agent.destroy())

    const staff: { readonly person: Client; readonly codes: readonly string[] }[] = []
    const managers: { readonly person: Client; readonly filter: number }[] = []
    const isFilled = await step('fills the registry and waits for its jobs', async () => {
      const started = performance.now()
      const url = String(cluster.environment['DATABASE_OWNER_URL'])
      await loadDemo(url, { patients, today: new Date().toISOString().slice(0, 10), hashSecret: createHashing().hashSecret })
      const [loaded] = await owner<{ at: string }[]>`SELECT now()::text AS at`
      await until(async () => {
        const done = await owner`
          SELECT FROM job_run WHERE name IN ('record checks', 'cohorts') AND last_success_at > ${String(loaded?.at)}::timestamptz + interval '1 minute'`
        assert.equal(done.length, 2)
      }, 1800)
      for (const { code } of demoCentres) {
        const person = await signInStaff(owner, `load-${code.toLowerCase()}@example.org`, [{ role: 'CenterAdmin', center: code }], place)
        staff.push({ person, codes: await listCodes(person, 200) })
      }
      for (let number = 0; number < 10; number += 1) {
        const person = await signInStaff(owner, `load-${number}@example.org`, [{ role: 'DataManager', areaid: 'IT' }], place)
        const name = `Carico ${number}`
        const json = {
          action: 'ADD',
          name,
          description: name,
          field_list: { PATIENT: ['SEX'], MEDICAL_DATA: {} },
          filter_list: { PATIENT: [], MEDICAL_DATA: [['HB', '<', 5.5]] },
        }
        await person.call('/inthem_query', { json })
        const { rows } = z
          .object({ rows: z.array(z.object({ id: z.number(), name: z.string() })) })
          .parse(await person.call('/inthem_query', { json: { action: 'LIST' } }))
        managers.push({ person, filter: rows.find((row) => row.name === name)?.id ?? 0 })
      }
      return { patients, seconds: Math.round((performance.now() - started) / 1000) }
    })

    if (!isFilled) return

    const buildCall = (kind: Kind, number: number): Call => {
      const { person, codes } = pick(staff, number)
      const { person: manager, filter } = pick(managers, number)
      const code = pick(codes, Math.floor(number / staff.length))
      switch (kind) {
        case 'read':
          return { path: '/trpc/ecrf.read', body: { code }, person }
        case 'list':
          return { path: '/trpc/ecrf.patients', body: {}, person }
        case 'save':
          return { path: '/trpc/ecrf.save', body: { code, changes: { HB: 9 + (number % 10) / 10 } }, person }
        case 'count':
          return { path: '/trpc/savedFilters.count', body: { asRole: 'DataManager', where }, person: manager }
        case 'export':
          return { path: '/inthem_query', body: { action: 'RUN', id: filter, as_role: 'DataManager', format: 'csv' }, person: manager }
      }
    }
    /** Resolves to the status, also `superseded` for a count of a person who began the next one, `incomplete` and `no answer`. */
    const send = (target: number, { path, body, person }: Call): Promise<string> =>
      new Promise((resolve) => {
        const headers = {
          host: place.host,
          cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          'x-requested-by': 'app',
        }
        const sent = request({ host: '127.0.0.1', port: target, method: 'POST', path: `/api${path}`, headers, agent }, (answer) => {
          const isFile = path !== '/inthem_query' || answer.headers['x-export-rows'] !== undefined
          let start = ''
          answer.on('data', (piece: Buffer) => (start ||= piece.toString()))
          answer.once('close', () => {
            if (!answer.complete) resolve('incomplete')
            else if (start.includes('"count_superseded"')) resolve('superseded')
            else resolve(isFile || answer.statusCode !== 200 ? String(answer.statusCode) : 'no file')
          })
        })
        sent.once('error', () => resolve('no answer'))
        sent.end(JSON.stringify(body))
      })

    /** Sends requests at fixed times, whether earlier ones are answered or not. Their time begins when they are due. */
    const run = async (rate: number, seconds: number, targets = ports): Promise<Load> => {
      const start = performance.now()
      const times: number[] = []
      const answers: Record<string, number> = {}
      const pending: Promise<void>[] = []
      for (let number = 0; number < rate * seconds;) {
        for (const due = ((performance.now() - start) / 1000) * rate; number < Math.min(due, rate * seconds); number += 1) {
          const dueAt = start + (number / rate) * 1000
          const answered = send(pick(targets, number), buildCall(chooseKind(number), number)).then((status) => {
            times.push(performance.now() - dueAt)
            answers[status] = (answers[status] ?? 0) + 1
          })
          pending.push(answered)
        }
        await sleep(2)
      }
      const sentAt = performance.now()
      await Promise.all(pending)
      const slowest95 = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Infinity
      const isGood = slowest95 < goalMs && Object.keys(answers).every((status) => status === '200')
      return { requests: times.length, slowest95, answers, isGood, sentAt }
    }

    const countSeconds = () => ({
      servers: pids.reduce((sum, pid) => sum + countFamilySeconds(pid), 0),
      database: countFamilySeconds(cluster.primary.pid),
      // The servers are children of this process.
      sender: countOwnSeconds(),
      machine: countMachineSeconds(),
    })
    /** Runs a load for four times five seconds, or until one of them fails. Returns the slowest of them, and the cores that each program used. */
    const measure = async (rate: number) => {
      const [before, start] = [countSeconds(), performance.now()]
      let result = await run(rate, checkSeconds)
      for (let more = 3; more > 0 && result.isGood; more -= 1) {
        const next = await run(rate, checkSeconds)
        if (!next.isGood || next.slowest95 > result.slowest95) result = next
      }
      const elapsed = (performance.now() - start) / 1000
      const after = countSeconds()
      const [servers, database, sender, machine] = (['servers', 'database', 'sender', 'machine'] as const).map(
        (name) => (after[name] - before[name]) / elapsed,
      ) as [number, number, number, number]
      const cores = `servers ${round(servers)}, Postgres ${round(database)}, sender ${round(sender)}, other programs ${round(machine - servers - database - sender)} of ${availableParallelism()}`
      return { result, cores }
    }
    const describeAnswers = ({ answers }: Load): string =>
      Object.entries(answers)
        .map(([status, count]) => `${status}: ${count}`)
        .join(' ')

    let good = 0
    await step('the highest rate with 95 of 100 requests under 200 ms and no error', async () => {
      await run(10, 10)
      let [passed, failed] = [0, 0]
      let stopped = ''
      let slowest95 = 0
      const attempt = async (rate: number): Promise<boolean> => {
        const { result, cores } = await measure(rate)
        console.log(`         ${rate}/s: ${round(result.slowest95, 0)} ms, ${describeAnswers(result)}; ${cores}`)
        if (result.isGood) [passed, slowest95] = [rate, result.slowest95]
        else [failed, stopped] = [rate, `${round(result.slowest95, 0)} ms, ${describeAnswers(result)}; cores: ${cores}`]
        return result.isGood
      }
      for (let rate = 10; await attempt(rate); rate *= 2);
      for (let halving = 0; halving < 3 && failed - passed > 2; halving += 1) await attempt(Math.round((passed + failed) / 2))
      assert.ok(passed > 0, stopped)
      good = passed
      const [minute = 0] = loadavg()
      return {
        'requests a second': passed,
        '95th percentile in ms': round(slowest95, 0),
        [`stopped at ${failed}/s by`]: stopped,
        'load of the machine': round(minute),
      }
    })
    if (good === 0) return

    await step('two servers need at most 1.1 times the processor time of one for a request', async () => {
      const rate = Math.max(1, Math.round(good / 2))
      const costs = { one: 0, two: 0 }
      for (const targets of [ports, ports.slice(0, 1), ports.slice(0, 1), ports]) {
        const used = pids.slice(0, targets.length)
        const count = () => [...used, cluster.primary.pid].reduce((sum, pid) => sum + countFamilySeconds(pid), 0)
        const before = count()
        const { requests, isGood } = await run(rate, 20, targets)
        assert.ok(isGood, `${rate} requests a second were too many`)
        costs[targets.length === 1 ? 'one' : 'two'] += ((count() - before) * 1000) / requests / 2
      }
      const ratio = costs.two / costs.one
      assert.ok(ratio <= 1.1, `ratio ${round(ratio, 2)}`)
      return { 'ms of one': round(costs.one), 'ms of two': round(costs.two), ratio: round(ratio, 2), 'requests a second': rate }
    })

    await step('FAULT-19: ten times that rate gets 429 or 503, nothing crashes, and the first rate is back', async () => {
      const overload = await run(good * 10, 20)
      const unexpected = Object.keys(overload.answers).filter((status) => !['200', '429', '503', 'superseded'].includes(status))
      assert.deepEqual(unexpected, [], describeAnswers(overload))
      assert.ok((overload.answers['429'] ?? 0) + (overload.answers['503'] ?? 0) > 0, describeAnswers(overload))
      for (let isBack = false; !isBack;) {
        const again = await run(good, checkSeconds)
        isBack = again.isGood
        console.log(`         ${good}/s again: ${round(again.slowest95, 0)} ms, ${describeAnswers(again)}`)
        assert.ok(isBack || performance.now() - overload.sentAt < backSeconds * 1000, 'the first rate is not back')
      }
      const seconds = (performance.now() - overload.sentAt) / 1000
      assert.deepEqual(
        processes.map(({ exitCode }) => exitCode),
        [null, null],
      )
      return {
        'requests a second': good * 10,
        answers: describeAnswers(overload),
        'seconds until the first rate is back': round(seconds, 0),
      }
    })
  },
}
