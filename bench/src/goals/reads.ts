import { on, once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { readOnce, type Client } from '../client.ts'
import { median, spread, type Figure } from '../figures.ts'
import type { ExportAgain } from './export-again.ts'
import { tableFormats, type TableFormat } from '@registry/tabular/format'
import { countPatients, type Registry } from '../registry.ts'
import { everyone, findOrCreateFilter, oneTenth } from './exports.ts'
import { signInManagers } from './managers.ts'

const connections = 20
/** Data managers who export at the same time, and the exports that the server allows each of them. */
const managers = 10
const exportsOfEach = 2
/** The exports that the server runs at a time (REQ-EXP-13). */
const maxRunning = 3
/** Twenty exports at the same time have so many rows each; a larger registry exports a tenth of its patients. */
const maxRowsOfMany = 150_000
const windowMs = 4000
/** The time between two looks at the exports of a thread that was stopped. */
const pollMs = 200
const path = '/get_userinfo'
/** The least share of the reads alone: beside one client that exports, and beside the exports of all managers. */
const targetRatios = { one: 0.6, many: 0.3 } as const

/** Returns the reads per second over all connections, without pauses, until `end`. @throws if a read fails */
const readsPerSecond = async (client: Client, end: Promise<unknown> = pause(windowMs)): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const start = performance.now()
  let ended = false
  const stop = (): void => {
    ended = true
  }
  end.then(stop, stop)
  let reads = 0
  const readAgain = async (): Promise<void> => {
    while (!ended) {
      await readOnce(client, path, agent)
      reads += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, readAgain))
  agent.destroy()
  return reads / ((performance.now() - start) / 1000)
}

const Health = z.object({ exports: z.object({ running: z.number(), waiting: z.number() }) })

/** Waits until the server has ended the exports of a thread that was stopped. */
const waitForEnd = async (client: Client): Promise<void> => {
  const answer = await fetch(`http://127.0.0.1:${client.port}/api/health/ready`)
  const { exports } = Health.parse(await answer.json())
  await pause(pollMs)
  if (exports.running + exports.waiting > 0) await waitForEnd(client)
}

/** Takes so many messages. */
const takeMessages = async (messages: AsyncIterator<unknown>, count: number): Promise<void> => {
  for (let number = 0; number < count; number += 1) await messages.next()
}

/** The reads per second until as many exports as run at a time have chosen their patients, and after it. */
type Beside = { readonly choosing: number; readonly sending: number }

/** Reads while clients in another thread export in a loop. */
const readDuringExports = async (client: Client, task: ExportAgain): Promise<Beside> => {
  const worker = new Worker(new URL('./export-again.ts', import.meta.url), { workerData: task })
  const failed = once(worker, 'error').then(([error]) => Promise.reject(error))
  const read = async (): Promise<Beside> => {
    const messages = on(worker, 'message')
    // The first message says that the thread runs.
    await takeMessages(messages, 1)
    const choosing = await readsPerSecond(client, takeMessages(messages, Math.min(task.clients.length, maxRunning)))
    return { choosing, sending: await readsPerSecond(client) }
  }
  try {
    return await Promise.race([read(), failed])
  } finally {
    failed.catch(() => {})
    await worker.terminate()
    await waitForEnd(client)
  }
}

/** The reads per second alone, beside one export, and beside those of all managers. */
type Round = { readonly alone: number; readonly beside: Readonly<Record<TableFormat, Beside>>; readonly besideMany: Beside }

type Exporting = { readonly client: Client; readonly clients: readonly Client[]; readonly filter: number; readonly filterOfMany: number }

/** Every second round uses the formats in reverse order. Reads without an export run before, between and after. */
const measureRound = async ({ client, clients, filter, filterOfMany }: Exporting, number: number): Promise<Round> => {
  const none: Beside = { choosing: 0, sending: 0 }
  const beside: Record<TableFormat, Beside> = { csv: none, json: none, xlsx: none, xml: none }
  const alone = [await readsPerSecond(client)]
  for (const [at, format] of (number % 2 === 1 ? tableFormats : tableFormats.toReversed()).entries()) {
    beside[format] = await readDuringExports(client, { clients: [client], filter, format })
    if (at % 2 === 1) alone.push(await readsPerSecond(client))
  }
  const besideMany = await readDuringExports(client, { clients, filter: filterOfMany, format: 'csv' })
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
  const filter = await findOrCreateFilter(client, everyone)
  const filterOfMany = (await countPatients(registry.owner)) > maxRowsOfMany ? await findOrCreateFilter(client, oneTenth) : filter
  const signedIn = await signInManagers(registry, managers)
  const clients = signedIn.flatMap((manager) => Array.from({ length: exportsOfEach }, () => manager))
  await readsPerSecond(client)
  const measured: Round[] = []
  for (let number = 1; number <= rounds; number += 1) {
    const round = await measureRound({ client, clients, filter, filterOfMany }, number)
    const show = ({ choosing, sending }: Beside): string => `${Math.round(choosing)} and ${Math.round(sending)}`
    const besides = tableFormats.map((format) => `${format} ${show(round.beside[format])}`)
    console.log(
      `  round ${number}: ${Math.round(round.alone)} reads a second alone; while patients are chosen and rows sent: ${besides.join(', ')}; ${clients.length} exports ${show(round.besideMany)}`,
    )
    measured.push(round)
  }
  return [
    ...tableFormats.map((format) =>
      buildFigure(
        `a client exporting ${format.toUpperCase()}`,
        targetRatios.one,
        measured.map(({ alone, beside }) => beside[format].sending / alone),
      ),
    ),
    buildFigure(
      'a client whose export chooses its patients',
      targetRatios.one,
      measured.flatMap(({ alone, beside }) => tableFormats.map((format) => beside[format].choosing / alone)),
    ),
    buildFigure(
      `${clients.length} exports of ${managers} people as CSV`,
      targetRatios.many,
      measured.map(({ alone, besideMany }) => besideMany.sending / alone),
    ),
    buildFigure(
      `the first ${maxRunning} of ${clients.length} exports, which choose their patients one after the other`,
      targetRatios.many,
      measured.map(({ alone, besideMany }) => besideMany.choosing / alone),
    ),
  ]
}
