import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { readOnce, type Client } from '../client.ts'
import { median, spread, type Figure } from '../figures.ts'
import type { ExportAgain } from './export-again.ts'
import { tableFormats, type TableFormat } from '@registry/tabular/format'
import type { Registry } from '../registry.ts'
import { findOrCreateFilter } from './exports.ts'
import { signInManagers } from './managers.ts'

const connections = 20
/** Data managers who export at the same time, and the exports that the server allows each of them. */
const managers = 10
const exportsOfEach = 2
const windowMs = 4000
/** The time until an export sends rows. */
const leadMs = 1000
const path = '/get_userinfo'
/** The least share of the reads alone: beside one client that exports, and beside the exports of all managers. */
const targetRatios = { one: 0.6, many: 0.3 } as const

/** Returns the reads per second over all connections, without pauses. @throws if a read fails */
const readsPerSecond = async (client: Client): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ends = performance.now() + windowMs
  let reads = 0
  const readAgain = async (): Promise<void> => {
    while (performance.now() < ends) {
      await readOnce(client, path, agent)
      reads += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, readAgain))
  agent.destroy()
  return reads / (windowMs / 1000)
}

/** Runs `work` while clients in another thread export in a loop. */
const runDuringExports = async <T>(task: ExportAgain, work: () => Promise<T>): Promise<T> => {
  const worker = new Worker(new URL('./export-again.ts', import.meta.url), { workerData: task })
  const failed = once(worker, 'error').then(([error]) => Promise.reject(error))
  try {
    await once(worker, 'message')
    await pause(leadMs)
    return await Promise.race([work(), failed])
  } finally {
    failed.catch(() => {})
    await worker.terminate()
    await pause(leadMs)
  }
}

/** The reads per second alone, beside one export, and beside those of all managers. */
type Round = { readonly alone: number; readonly beside: Readonly<Record<TableFormat, number>>; readonly besideMany: number }

type Exporting = { readonly client: Client; readonly everyone: readonly Client[]; readonly filter: number }

/** Every second round uses the formats in reverse order. Reads without an export run before, between and after. */
const measureRound = async ({ client, everyone, filter }: Exporting, number: number): Promise<Round> => {
  const beside: Record<TableFormat, number> = { csv: 0, json: 0, xlsx: 0, xml: 0 }
  const alone = [await readsPerSecond(client)]
  for (const [at, format] of (number % 2 === 1 ? tableFormats : tableFormats.toReversed()).entries()) {
    beside[format] = await runDuringExports({ clients: [client], filter, format }, () => readsPerSecond(client))
    if (at % 2 === 1) alone.push(await readsPerSecond(client))
  }
  const besideMany = await runDuringExports({ clients: everyone, filter, format: 'csv' }, () => readsPerSecond(client))
  return { alone: alone.reduce((sum, reads) => sum + reads, 0) / alone.length, beside, besideMany }
}

const buildFigure = (work: string, target: number, ratios: readonly number[]): Figure => ({
  goal: '9',
  work: `signed-in reads over ${connections} connections beside ${work}`,
  target: `≥ ${target} of the reads without it, no error`,
  measured: spread(ratios),
  cpu: '–',
  memory: '–',
  met: median(ratios) >= target,
})

/** Goal 9: small signed-in reads over 20 connections, with and without clients that export permanently. */
export const measureReads = async (registry: Registry, client: Client, rounds: number): Promise<Figure[]> => {
  console.log('Reads beside an export')
  const filter = await findOrCreateFilter(client)
  const signedIn = await signInManagers(registry, managers)
  const everyone = signedIn.flatMap((manager) => Array.from({ length: exportsOfEach }, () => manager))
  await readsPerSecond(client)
  const measured: Round[] = []
  for (let number = 1; number <= rounds; number += 1) {
    const round = await measureRound({ client, everyone, filter }, number)
    const besides = tableFormats.map((format) => `${format} ${Math.round(round.beside[format])}`)
    console.log(
      `  round ${number}: ${Math.round(round.alone)} reads a second alone; beside ${besides.join(', ')}; beside ${everyone.length} exports ${Math.round(round.besideMany)}`,
    )
    measured.push(round)
  }
  return [
    ...tableFormats.map((format) =>
      buildFigure(
        `a client exporting ${format.toUpperCase()}`,
        targetRatios.one,
        measured.map(({ alone, beside }) => beside[format] / alone),
      ),
    ),
    buildFigure(
      `${everyone.length} exports of ${managers} people as CSV`,
      targetRatios.many,
      measured.map(({ alone, besideMany }) => besideMany / alone),
    ),
  ]
}
