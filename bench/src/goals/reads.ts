import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { readOnce, type Station } from '../client.ts'
import { median, spread, type Figure } from '../figures.ts'
import type { ExportAgain } from './export-again.ts'
import { formats, wholeFilter, type Format } from './exports.ts'

const connections = 20
const windowMs = 4000
/** Until an export has passed its query and pours rows. */
const leadMs = 1000
const path = '/get_userinfo'
const wanted = 0.6

/** Reads a second over all connections, each asking again as soon as it is answered. @throws when a read fails */
const readsPerSecond = async (station: Station): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ends = performance.now() + windowMs
  let reads = 0
  const readAgain = async (): Promise<void> => {
    while (performance.now() < ends) {
      await readOnce(station, path, agent)
      reads += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, readAgain))
  agent.destroy()
  return reads / (windowMs / 1000)
}

/** Runs `work` while a client in a thread of its own exports again and again. */
const whileExporting = async <T>(task: ExportAgain, work: () => Promise<T>): Promise<T> => {
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

type Round = { readonly alone: number; readonly beside: Readonly<Record<Format, number>> }

/** Each second round goes through the formats backwards; reads alone stand before, between and after those beside an export. */
const measureRound = async (station: Station, filter: number, number: number): Promise<Round> => {
  const beside: Record<Format, number> = { csv: 0, json: 0, xlsx: 0, xml: 0 }
  const alone = [await readsPerSecond(station)]
  for (const [at, format] of (number % 2 === 1 ? formats : formats.toReversed()).entries()) {
    beside[format] = await whileExporting({ station, filter, format }, () => readsPerSecond(station))
    if (at % 2 === 1) alone.push(await readsPerSecond(station))
  }
  return { alone: alone.reduce((sum, reads) => sum + reads, 0) / alone.length, beside }
}

/** Goal 9: small signed-in reads over 20 connections, with and without a client that exports all the time. */
export const measureReads = async (station: Station, rounds: number): Promise<Figure[]> => {
  console.log('Reads beside an export')
  const filter = await wholeFilter(station)
  await readsPerSecond(station)
  const measured: Round[] = []
  for (let number = 1; number <= rounds; number += 1) {
    const round = await measureRound(station, filter, number)
    const besides = formats.map((format) => `${format} ${Math.round(round.beside[format])}`)
    console.log(`  round ${number}: ${Math.round(round.alone)} reads a second alone; beside ${besides.join(', ')}`)
    measured.push(round)
  }
  return formats.map((format) => {
    const ratios = measured.map(({ alone, beside }) => beside[format] / alone)
    return {
      goal: '9',
      work: `signed-in reads over ${connections} connections beside a client exporting ${format.toUpperCase()}`,
      wanted: `≥ ${wanted} of the reads without it, no error`,
      measured: spread(ratios),
      cpu: '–',
      memory: '–',
      met: median(ratios) >= wanted,
    }
  })
}
