import { setTimeout as pause } from 'node:timers/promises'
import type { PsqlRun } from './psql.ts'
import { familyCpuSeconds, resetPeak, peakMegabytes } from './processes.ts'
import type { Registry } from './registry.ts'

/** The cost of a task: elapsed seconds, CPU seconds of the client of Postgres (server or psql) and of Postgres. */
export type Cost = { readonly seconds: number; readonly clientCpu: number; readonly databaseCpu: number; readonly rows: number }
export type ServerCost = Cost & { readonly peakMegabytes: number; readonly bytes: number }

/** Waits until Postgres is idle, so that its cleanup counts for the task before. */
const settleMs = 300

const measureDatabaseCpu = async <T>({ postmasterPid }: Registry, work: () => Promise<T>): Promise<{ result: T; databaseCpu: number }> => {
  await pause(settleMs)
  const before = familyCpuSeconds(postmasterPid)
  const result = await work()
  // While the process of a connection ends, its CPU time could count twice or not at all.
  await pause(settleMs)
  return { result, databaseCpu: familyCpuSeconds(postmasterPid) - before }
}

export const measurePsql = async (registry: Registry, work: () => Promise<PsqlRun>, countRows: (run: PsqlRun) => number): Promise<Cost> => {
  const { result, databaseCpu } = await measureDatabaseCpu(registry, work)
  return { seconds: result.seconds, clientCpu: result.cpuSeconds, databaseCpu, rows: countRows(result) }
}

/** Measures a task of the server. The caller counts the rows of the result afterwards. */
export const measureServer = async <T>(
  registry: Registry,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly cost: Omit<ServerCost, 'rows' | 'bytes'> }> => {
  const { serverPid } = registry
  resetPeak(serverPid)
  const cpuBefore = familyCpuSeconds(serverPid)
  const {
    result: { done, seconds },
    databaseCpu,
  } = await measureDatabaseCpu(registry, async () => {
    const start = performance.now()
    return { done: await work(), seconds: (performance.now() - start) / 1000 }
  })
  const clientCpu = familyCpuSeconds(serverPid) - cpuBefore
  return { result: done, cost: { seconds, clientCpu, databaseCpu, peakMegabytes: peakMegabytes(serverPid) } }
}

const totalCpu = ({ clientCpu, databaseCpu }: Cost): number => clientCpu + databaseCpu

/** Returns the rows per second of the subject divided by those of the reference. */
export const speedRatio = (subject: Cost, reference: Cost): number => subject.rows / subject.seconds / (reference.rows / reference.seconds)
/** Returns the CPU seconds per row of the subject divided by those of the reference. */
export const cpuRatio = (subject: Cost, reference: Cost): number =>
  totalCpu(subject) / subject.rows / (totalCpu(reference) / reference.rows)

/** Measures subject and reference. Odd rounds start with the subject, even ones with the reference. */
export const measureAlternately = async <Subject, Reference>(
  round: number,
  measureSubject: () => Promise<Subject>,
  measureReference: () => Promise<Reference>,
): Promise<{ readonly subject: Subject; readonly reference: Reference }> => {
  if (round % 2 === 1) return { subject: await measureSubject(), reference: await measureReference() }
  const reference = await measureReference()
  return { subject: await measureSubject(), reference }
}

/** Returns the elapsed milliseconds of a task. */
export const timeMs = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}
