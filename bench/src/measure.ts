import { writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { countFamilySeconds, listChildren, readMegabytes } from '@registry/tooling/run/process-cost'
import type { Registry } from './registry.ts'

/** The memory of the server's process now, in megabytes. */
export const serverMegabytes = ({ serverPid }: Registry): number => readMegabytes(serverPid, 'VmRSS')

/** The memory of the server's child processes, without Postgres, in megabytes. */
export const childMegabytes = ({ serverPid, postmasterPid }: Registry): number =>
  listChildren(serverPid).reduce((sum, { pid }) => (pid === postmasterPid ? sum : sum + readMegabytes(pid, 'VmHWM')), 0)

/** The cost of a task: elapsed seconds, and CPU seconds of Postgres and its client (server or psql). */
export type Cost = { readonly seconds: number; readonly cpuSeconds: number; readonly rows: number }

/** Postgres tidies up after a task, and the CPU time of an ending connection could count twice. */
const settleMs = 300

/** Returns the result of `work` with the CPU seconds of Postgres. */
export const measureDatabaseCpu = async <T>({ postmasterPid }: Registry, work: () => Promise<T>): Promise<[T, number]> => {
  await pause(settleMs)
  const before = countFamilySeconds(postmasterPid)
  const result = await work()
  await pause(settleMs)
  return [result, countFamilySeconds(postmasterPid) - before]
}

/** Measures a task of the server that returns its number of rows, among others. */
export const measureServer = async <T extends { readonly rows: number }>(
  registry: Registry,
  work: () => Promise<T>,
): Promise<T & Cost & { readonly peakMegabytes: number }> => {
  const { serverPid, postmasterPid } = registry
  writeFileSync(`/proc/${serverPid}/clear_refs`, '5')
  const before = countFamilySeconds(serverPid, postmasterPid)
  const [{ result, seconds }, databaseCpu] = await measureDatabaseCpu(registry, async () => {
    const start = performance.now()
    return { result: await work(), seconds: (performance.now() - start) / 1000 }
  })
  const cpuSeconds = countFamilySeconds(serverPid, postmasterPid) - before + databaseCpu
  return { ...result, seconds, cpuSeconds, peakMegabytes: readMegabytes(serverPid, 'VmHWM') }
}

/** Returns the rows per second of the subject divided by those of the reference. */
export const speedRatio = (subject: Cost, reference: Cost): number => subject.rows / subject.seconds / (reference.rows / reference.seconds)
/** Returns the CPU seconds per row of the subject divided by those of the reference. */
export const cpuRatio = (subject: Cost, reference: Cost): number =>
  subject.cpuSeconds / subject.rows / (reference.cpuSeconds / reference.rows)

/** Runs the rounds and a first one that warms up and does not count. */
export const runRounds = async <T>(rounds: number, work: (round: number) => Promise<T>): Promise<readonly T[]> => {
  const measured: T[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const result = await work(round)
    console.log(`  ${round === 0 ? 'not counted' : `round ${round}`}: ${formatNumbers(result)}`)
    if (round > 0) measured.push(result)
  }
  return measured
}

const formatNumbers = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'number' ? Number(part.toPrecision(3)) : part))

/** Returns the elapsed milliseconds of a task. */
export const timeMs = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export type Load = { readonly perSecond: number; readonly times: readonly number[] }

/**
 * Runs `work` again and again over several connections until the milliseconds have passed or `until` resolves. `work` receives the number of
 * its connection. @throws if one fails
 */
export const runLoad = async (
  connections: number,
  until: number | Promise<unknown>,
  work: (agent: Agent, connection: number) => Promise<unknown>,
): Promise<Load> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const start = performance.now()
  const times: number[] = []
  let ended = false
  const end = (): void => {
    ended = true
  }
  ;(typeof until === 'number' ? pause(until) : until).then(end, end)
  const repeat = async (connection: number): Promise<void> => {
    while (!ended) times.push(await timeMs(() => work(agent, connection)))
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => repeat(connection))).finally(() => agent.destroy())
  return { perSecond: (times.length / (performance.now() - start)) * 1000, times }
}
