import { parentPort, workerData } from 'node:worker_threads'
import { download, type Station } from '../client.ts'
import type { Format } from './exports.ts'

/** What the thread of a client that exports again and again is told. */
export type ExportAgain = { readonly station: Station; readonly filter: number; readonly format: Format }

const { station, filter, format }: ExportAgain = workerData

parentPort?.postMessage('begun')
for (;;) await download(station, filter, format)
