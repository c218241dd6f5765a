import type { Database } from '@registry/db/connect'

/** Stops repeated work: signals the current run, and waits for its end. */
export type RepeatedWork = { stop(): Promise<void> }

/** The jobs that one process at a time does, with their interval in seconds. */
export const jobIntervals = {
  'audit chain': 1,
  'anomaly alerts': 30,
  'record checks': 60,
  cohorts: 60,
  housekeeping: 3600,
} as const satisfies Readonly<Record<string, number>>

export type JobName = keyof typeof jobIntervals

/** A process that does jobs, and its database. */
export type JobHolder = { readonly database: Database; readonly processName: string }

type Work = {
  readonly everyMs: number
  /** Its signal aborts when the server stops. A long run then ends early, and the next start completes it. */
  readonly run: (stopped: AbortSignal) => Promise<unknown>
  /** Runs once before the first interval ends. */
  readonly atStart: boolean
  /** Runs once more when the work is stopped. */
  readonly atStop: boolean
  readonly onFailure: (error: unknown) => void
}

/** Returns the milliseconds until the next attempt. */
type Attempt = (stopped: AbortSignal) => Promise<number>

const repeat = (firstMs: number, attempt: Attempt, atStop: boolean): RepeatedWork => {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  const runOnce = async (): Promise<void> => {
    const waitMs = await attempt(stopping.signal)
    if (!stopping.signal.aborted) schedule(waitMs)
  }
  const schedule = (waitMs: number): void => {
    timer = setTimeout(() => {
      running = runOnce()
    }, waitMs)
  }
  if (firstMs === 0) running = runOnce()
  else schedule(firstMs)
  return {
    stop: async () => {
      clearTimeout(timer)
      stopping.abort()
      await running
      if (atStop) await attempt(stopping.signal)
    },
  }
}

/** Repeats work that each process does for itself. A failed run waits for the next one. */
export const startRepeating = ({ everyMs, run, atStart, atStop, onFailure }: Work): RepeatedWork =>
  repeat(
    atStart ? 0 : everyMs,
    async (stopped) => {
      const startedAt = performance.now()
      await run(stopped).catch(onFailure)
      return Math.max(0, everyMs - (performance.now() - startedAt))
    },
    atStop,
  )

/** Another process goes on after this time when the holder of a job is killed. */
const defaultLeaseMs = 30_000
const minWaitMs = 20

type Lease = JobHolder & { readonly name: JobName; readonly leaseMs: number }

/** @returns the milliseconds until another attempt makes sense, or undefined if this process holds the lease now */
const acquireLease = async ({ database, processName, name, leaseMs }: Lease, stopped: boolean): Promise<number | undefined> => {
  const [found] = await database<{ acquired: boolean; waitMs: number }[]>`
    WITH acquired AS (
      INSERT INTO job_run AS run (name, holder, lease_until) VALUES (${name}, ${processName}, now() + ${leaseMs} * interval '1 ms')
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, lease_until = excluded.lease_until
      WHERE run.lease_until <= now() OR (${stopped} AND run.holder = excluded.holder)
      RETURNING name
    )
    SELECT EXISTS (SELECT FROM acquired) AS acquired,
      coalesce((SELECT extract(epoch FROM lease_until - now()) * 1000 FROM job_run WHERE name = ${name}), 0)::double precision AS "waitMs"`
  return found?.acquired ? undefined : Math.max(found?.waitMs ?? 0, minWaitMs)
}

/** @returns whether this process still holds the lease */
const renewLease = async ({ database, processName, name, leaseMs }: Lease): Promise<boolean> => {
  const renewed = await database`
    UPDATE job_run SET lease_until = now() + ${leaseMs} * interval '1 ms' WHERE name = ${name} AND holder = ${processName} RETURNING 1`
  return renewed.length > 0
}

const endRun = async ({ database, processName, name }: Lease, waitMs: number, succeeded: boolean): Promise<void> => {
  await database`
    UPDATE job_run SET lease_until = now() + ${waitMs} * interval '1 ms', last_success_at = CASE WHEN ${succeeded} THEN now() ELSE last_success_at END
    WHERE name = ${name} AND holder = ${processName}`
}

type Job = Pick<Work, 'run' | 'atStop' | 'onFailure'> & {
  readonly name: JobName
  readonly everyMs?: number
  readonly leaseMs?: number
}

/**
 * Runs the job, and renews the lease until its end. A process that was suspended may have lost it; its run then stops.
 * @returns the milliseconds until the next run
 */
const runUnderLease = async (lease: Lease, everyMs: number, { run, onFailure }: Job, stopped: AbortSignal): Promise<number> => {
  const startedAt = performance.now()
  const lost = new AbortController()
  const renewal = setInterval(() => {
    renewLease(lease).then(
      (held) => held || lost.abort(),
      () => undefined,
    )
  }, lease.leaseMs / 3)
  const succeeded = await run(AbortSignal.any([stopped, lost.signal]))
    .then(
      () => !stopped.aborted,
      (error: unknown) => {
        onFailure(error)
        return false
      },
    )
    .finally(() => clearInterval(renewal))
  const waitMs = Math.max(0, everyMs - (performance.now() - startedAt))
  // A run that ended early leaves work to the next process, which need not wait.
  await endRun(lease, stopped.aborted ? 0 : waitMs, succeeded)
  return waitMs
}

/**
 * Repeats a job that one process at a time does in the whole installation, once per interval. It begins at once if the interval of the last
 * run is over. All times are the database's (REQ-OPS-21).
 */
export const startJob = ({ database, processName }: JobHolder, job: Job): RepeatedWork => {
  const lease: Lease = { database, processName, name: job.name, leaseMs: job.leaseMs ?? defaultLeaseMs }
  const everyMs = job.everyMs ?? jobIntervals[job.name] * 1000
  return repeat(
    0,
    async (stopped) => {
      try {
        return (await acquireLease(lease, stopped.aborted)) ?? (await runUnderLease(lease, everyMs, job, stopped))
      } catch (error) {
        job.onFailure(error)
        return Math.min(everyMs, lease.leaseMs)
      }
    },
    job.atStop,
  )
}
