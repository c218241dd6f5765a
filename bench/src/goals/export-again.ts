import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { download, type Client } from '../client.ts'
import type { TableFormat } from '@registry/tabular/format'

/** The input of the thread that exports in a loop, once for each client. */
export type ExportAgain = { readonly clients: readonly Client[]; readonly filter: number; readonly format: TableFormat }

const { clients, filter, format }: ExportAgain = workerData

/** The server frees the place of an export after its client has the last byte. */
const betweenMs = 200

/** Each `sending` says that an export has chosen its patients. */
const exportForEver = async (client: Client): Promise<never> => {
  for (;;) {
    await download(client, { kind: 'filter', id: filter }, format, () => parentPort?.postMessage('sending'))
    await pause(betweenMs)
  }
}

parentPort?.postMessage('started')
await Promise.all(clients.map(exportForEver))
