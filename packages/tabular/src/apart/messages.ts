import type { TableErrorCode, TableErrorParams } from '../table-error.ts'
import type { ReadOptions } from '../read.ts'
import type { FormatOptions } from '../write/format.ts'

/** A file for a process that reads. */
export type ReadTask = {
  readonly type: 'read'
  readonly path: string
  readonly options: Omit<ReadOptions, 'signal'>
  readonly transform?: { readonly url: string; readonly options: unknown }
}

/** What a thread that formats is started with. */
export type FormatTask = FormatOptions

/** How a task ended. */
export type Ending =
  | { readonly type: 'done' }
  | { readonly type: 'table error'; readonly code: TableErrorCode; readonly params: TableErrorParams }
  | { readonly type: 'error'; readonly error: unknown }

/** From where the work is done: an item of its answer, or how it ended. */
export type Outcome<Item> = { readonly type: 'item'; readonly item: Item } | Ending

/** From a thread also a wish for more input. */
export type FromThread = Outcome<Uint8Array<ArrayBuffer>> | { readonly type: 'want' }

/** Leave to send one more item. */
export type Credit = { readonly type: 'credit' }

/** To a process that reads a file when it has none, and leave to send of it. */
export type ToReader = ReadTask | Credit

/** To a thread also a piece of input, or its end. */
export type ToThread = Credit | { readonly type: 'input'; readonly bytes: Uint8Array<ArrayBuffer> } | { readonly type: 'end' }

/** How many items may be sent before the first has been taken, and how many pieces of input are asked for ahead. */
export const itemsAhead = 3
export const inputsAhead = 2
