import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { readOnce, type Client } from '../client.ts'
import { median, spread, type Figure } from '../figures.ts'
import type { ExportAgain } from './export-again.ts'
import { tableFormats, type TableFormat } from '@registry/tabular/format'
import { findOrCreateFilter } from './exports.ts'

const connections = 20
const windowMs = 4000
/** The time until an export sends rows. */
const leadMs = 1000
const path = '/get_userinfo'
const targetRatio = 0.6

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

/** Runs `work` while a client in another thread exports in a loop. */
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

type Round = { readonly alone: number; readonly beside: Readonly<Record<TableFormat, number>> }

/** Every second round uses the tableFormats in reverse order. Reads without an export run before, between and after. */
const measureRound = async (client: Client, filter: number, number: number): Promise<Round> => {
  const beside: Record<TableFormat, number> = { csv: 0, json: 0, xlsx: 0, xml: 0 }
  const alone = [await readsPerSecond(client)]
  for (const [at, format] of (number % 2 === 1 ? tableFormats : tableFormats.toReversed()).entries()) {
    beside[format] = await runDuringExports({ client, filter, format }, () => readsPerSecond(client))
    if (at % 2 === 1) alone.push(await readsPerSecond(client))
  }
  return { alone: alone.reduce((sum, reads) => sum + reads, 0) / alone.length, beside }
}

/** Goal 9: small signed-in reads over 20 connections, with and without a client that exports permanently. */
export const measureReads = async (client: Client, rounds: number): Promise<Figure[]> => {
  console.log('Reads beside an export')
  const filter = await findOrCreateFilter(client)
  await readsPerSecond(client)
  const measured: Round[] = []
  for (let number = 1; number <= rounds; number += 1) {
    const round = await measureRound(client, filter, number)
    const besides = tableFormats.map((format) => `${format} ${Math.round(round.beside[format])}`)
    console.log(`  round ${number}: ${Math.round(round.alone)} reads a second alone; beside ${besides.join(', ')}`)
    measured.push(round)
  }
  return tableFormats.map((format) => {
    const ratios = measured.map(({ alone, beside }) => beside[format] / alone)
    return {
      goal: '9',
      work: `signed-in reads over ${connections} connections beside a client exporting ${format.toUpperCase()}`,
      target: `≥ ${targetRatio} of the reads without it, no error`,
      measured: spread(ratios),
      cpu: '–',
      memory: '–',
      met: median(ratios) >= targetRatio,
    }
  })
}
