import { parentPort, workerData } from 'node:worker_threads'
import { download, type Client } from '../client.ts'
import type { TableFormat } from '@registry/tabular/format'

/** The input of the thread that exports in a loop. */
export type ExportAgain = { readonly client: Client; readonly filter: number; readonly format: TableFormat }

const { client, filter, format }: ExportAgain = workerData

parentPort?.postMessage('started')
for (;;) await download(client, { kind: 'filter', id: filter }, format)
