import { setTimeout as pause } from 'node:timers/promises'
import type { PsqlRun } from './psql.ts'
import { familyCpuSeconds, forgetPeak, peakMegabytes } from './processes.ts'
import type { Registry } from './registry.ts'

/** What a piece of work took: on the clock, on the side that asks and formats (the server, or psql) and in Postgres. */
export type Cost = { readonly seconds: number; readonly clientCpu: number; readonly databaseCpu: number; readonly rows: number }
export type ServerCost = Cost & { readonly peakMegabytes: number; readonly bytes: number }

/** Lets the database come to rest before its time is read: what it still tidies up belongs to the work before. */
const settleMs = 300

const databaseCpuOf = async <T>({ postmasterPid }: Registry, work: () => Promise<T>): Promise<{ result: T; databaseCpu: number }> => {
  await pause(settleMs)
  const before = familyCpuSeconds(postmasterPid)
  const result = await work()
  // A connection's process must be gone for good, or its time would count twice or not at all.
  await pause(settleMs)
  return { result, databaseCpu: familyCpuSeconds(postmasterPid) - before }
}

export const costOfPsql = async (registry: Registry, work: () => Promise<PsqlRun>, rowsOf: (run: PsqlRun) => number): Promise<Cost> => {
  const { result, databaseCpu } = await databaseCpuOf(registry, work)
  return { seconds: result.seconds, clientCpu: result.cpuSeconds, databaseCpu, rows: rowsOf(result) }
}

/** What the server took for some work, whose rows are counted from its result once the clock has stopped. */
export const costOfServer = async <T>(
  registry: Registry,
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly cost: Omit<ServerCost, 'rows' | 'bytes'> }> => {
  const { serverPid } = registry
  forgetPeak(serverPid)
  const cpuBefore = familyCpuSeconds(serverPid)
  const {
    result: { done, seconds },
    databaseCpu,
  } = await databaseCpuOf(registry, async () => {
    const began = performance.now()
    return { done: await work(), seconds: (performance.now() - began) / 1000 }
  })
  const clientCpu = familyCpuSeconds(serverPid) - cpuBefore
  return { result: done, cost: { seconds, clientCpu, databaseCpu, peakMegabytes: peakMegabytes(serverPid) } }
}

const cpuOf = ({ clientCpu, databaseCpu }: Cost): number => clientCpu + databaseCpu

/** Rows a second, ours to the other's. */
export const speedRatio = (ours: Cost, other: Cost): number => ours.rows / ours.seconds / (other.rows / other.seconds)
/** CPU for a row with all that takes part, ours to the other's. */
export const cpuRatio = (ours: Cost, other: Cost): number => cpuOf(ours) / ours.rows / (cpuOf(other) / other.rows)

/** Runs ours and the other's work, in one order in a round of an odd number and in the other order in the next. */
export const inTurn = async <Ours, Theirs>(
  round: number,
  ours: () => Promise<Ours>,
  theirs: () => Promise<Theirs>,
): Promise<{ readonly ours: Ours; readonly theirs: Theirs }> => {
  if (round % 2 === 1) return { ours: await ours(), theirs: await theirs() }
  const other = await theirs()
  return { ours: await ours(), theirs: other }
}
