import type { TableFaultCode, TableFaultParams } from './fault.ts'
import type { ReadOptions } from './read.ts'
import type { FormatOptions } from './write/format.ts'

export type ReadTask = {
  readonly kind: 'read'
  readonly path: string
  readonly options: Omit<ReadOptions, 'signal'>
  readonly transform?: { readonly url: string; readonly options: unknown }
}
export type FormatTask = { readonly kind: 'format'; readonly options: FormatOptions }

/** What a worker is started with. */
export type WorkerTask = ReadTask | FormatTask

/** From the worker: an item of its answer, a wish for more input, or how it ended. */
export type FromWorker<Item> =
  | { readonly type: 'item'; readonly item: Item }
  | { readonly type: 'want' }
  | { readonly type: 'done' }
  | { readonly type: 'fault'; readonly code: TableFaultCode; readonly params: TableFaultParams }
  | { readonly type: 'error'; readonly error: unknown }

/** To the worker: leave to send one more item, a piece of input, or its end. */
export type ToWorker =
  | { readonly type: 'credit' }
  | { readonly type: 'input'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'end' }

/** How many items a worker may send before the first has been taken, and how many pieces of input it asks for ahead. */
export const itemsAhead = 3
export const inputsAhead = 2
