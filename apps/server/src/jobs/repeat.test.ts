import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '@registry/db/testing/database'
import { jobIntervals, startJob, startRepeating } from './repeat.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.dispose())
beforeEach(() => database.owner`DELETE FROM job_run`)

const hour = 3_600_000
const onFailure = (error: unknown): void => {
  throw error
}

type Row = { readonly holder: string; readonly free: boolean; readonly succeeded: boolean }
const readRow = async (): Promise<Row | undefined> => {
  const [row] = await database.owner<Row[]>`
    SELECT holder, lease_until <= now() AS free, last_success_at IS NOT NULL AS succeeded FROM job_run WHERE name = 'cohorts'`
  return row
}

const start = (processName: string, run: (stopped: AbortSignal) => Promise<unknown>, { everyMs = hour, leaseMs = 30_000 } = {}) =>
  startJob({ database: database.server, processName }, { name: 'cohorts', everyMs, leaseMs, atStop: false, run, onFailure })

/** Work that says when it has begun, and runs until `end` is called. */
const createRun = () => {
  const begun = Promise.withResolvers<AbortSignal>()
  const end = Promise.withResolvers<void>()
  return { begun: begun.promise, end: end.resolve, run: (stopped: AbortSignal) => (begun.resolve(stopped), end.promise) }
}

test('a stop signals the current run, and waits for its end', async () => {
  const events: string[] = []
  const work = startRepeating({
    everyMs: hour,
    atStart: true,
    atStop: false,
    run: async (stopped) => {
      await new Promise((resolve) => stopped.addEventListener('abort', resolve, { once: true }))
      events.push('ended')
    },
    onFailure: () => events.push('failed'),
  })
  await work.stop()
  expect(events).toEqual(['ended'])
})

test('of two servers one does a job, once in its interval', async () => {
  const starts: { readonly holder: string; readonly at: number }[] = []
  const noteStart = (holder: string) => async () => {
    // The beginning of a run writes this time, and no renewal within an hour, so the gaps are exact whatever the load of the machine.
    const [row] = await database.owner<{ at: number }[]>`
      SELECT (extract(epoch FROM lease_until) * 1000000)::double precision AS at FROM job_run WHERE name = 'cohorts'`
    starts.push({ holder, at: row?.at ?? Number.NaN })
  }
  const servers = ['a', 'b'].map((name) => start(name, noteStart(name), { everyMs: 80, leaseMs: hour }))
  await expect.poll(() => starts.length).toBeGreaterThan(6)
  await Promise.all(servers.map((server) => server.stop()))
  const gaps = starts.slice(1).map(({ at }, index) => at - (starts[index]?.at ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(80_000)
  expect(await readRow()).toMatchObject({ succeeded: true })
})

test('a server that starts within the interval of the last run waits for its end', async () => {
  const first = createRun()
  const before = start('a', first.run)
  await first.begun
  first.end()
  await expect.poll(readRow).toMatchObject({ succeeded: true })
  await before.stop()
  let runs = 0
  const after = start('b', async () => (runs += 1))
  await after.stop()
  expect([runs, await readRow()]).toEqual([0, { holder: 'a', free: false, succeeded: true }])
})

test('FAULT-22: another server goes on with a job when the one that does it is killed', async () => {
  const holder = fork(fileURLToPath(new URL('testing/holder-process.ts', import.meta.url)), {
    env: { ...process.env, TEST_DATABASE: JSON.stringify(database.addresses.server) },
  })
  await once(holder, 'message')
  const readLease = async (): Promise<string> =>
    (await database.owner<{ until: string }[]>`SELECT lease_until::text AS until FROM job_run`)[0]?.until ?? ''
  const begun = await readLease()
  await expect.poll(readLease, { message: 'a living process renews its lease' }).not.toBe(begun)
  const renewed = await readLease()
  const next = createRun()
  const other = start('other', next.run)
  holder.kill('SIGKILL')
  await next.begun
  expect(await database.owner`SELECT holder, lease_until - interval '30 s' >= ${renewed}::timestamptz AS waited FROM job_run`).toEqual([
    { holder: 'other', waited: true },
  ])
  next.end()
  await other.stop()
})

test('FAULT-22: a server that was suspended past its lease stops its run, and does not count as the last success', async () => {
  const slow = createRun()
  const work = start('slow', slow.run, { leaseMs: 90 })
  const signal = await slow.begun
  await database.owner`UPDATE job_run SET holder = 'other', lease_until = now() + interval '1 hour'`
  await expect.poll(() => signal.aborted).toBe(true)
  slow.end()
  await work.stop()
  expect(await readRow()).toEqual({ holder: 'other', free: false, succeeded: false })
})

test('a run that is stopped early leaves the job to the next server at once', async () => {
  const early = createRun()
  const work = start('a', (stopped) => (stopped.addEventListener('abort', () => early.end()), early.run(stopped)))
  await early.begun
  await work.stop()
  expect(await readRow()).toEqual({ holder: 'a', free: true, succeeded: false })
})

test('a failed run is reported, and waits for the next interval', async () => {
  const failures: unknown[] = []
  const work = startJob(
    { database: database.server, processName: 'a' },
    {
      name: 'cohorts',
      everyMs: hour,
      atStop: false,
      run: () => Promise.reject(new Error('x')),
      onFailure: (error) => failures.push(error),
    },
  )
  await expect.poll(() => failures.length).toBe(1)
  await work.stop()
  expect(await readRow()).toEqual({ holder: 'a', free: false, succeeded: false })
})

test('the database accepts the name of every job', async () => {
  for (const name of Object.keys(jobIntervals))
    await database.server`INSERT INTO job_run (name, holder, lease_until) VALUES (${name}, 'a', now())`
  await expect(database.server`INSERT INTO job_run (name, holder, lease_until) VALUES ('Of <patient>', 'a', now())`).rejects.toThrow(
    'job_run_name',
  )
})
