import type { TableErrorCode, TableErrorParams } from '../table-error.ts'
import type { ReadOptions } from '../read/read-table.ts'

/** A file for a reader process. */
export type ReadRequest = {
  readonly type: 'read'
  readonly path: string
  readonly options: Omit<ReadOptions, 'signal'>
  readonly transform?: { readonly url: string; readonly options: unknown }
}

export type TaskEnd =
  | { readonly type: 'done' }
  | { readonly type: 'table error'; readonly code: TableErrorCode; readonly params: TableErrorParams }
  | { readonly type: 'error'; readonly error: unknown }

/** A message of a worker: one result, or the end of the task. */
export type TaskOutput<Item> = { readonly type: 'item'; readonly item: Item } | TaskEnd

/** A message of a format thread: also a request for one more chunk of input. */
export type FormatThreadOutput = TaskOutput<Uint8Array<ArrayBuffer>> | { readonly type: 'pull' }

/** Lets a worker send one more item. */
export type Credit = { readonly type: 'credit' }

/** A message to a reader process. A process without a file receives a request first. */
export type ReaderProcessInput = ReadRequest | Credit

/** A message to a format thread: also a chunk of input, or its end. */
export type FormatThreadInput = Credit | { readonly type: 'input'; readonly bytes: Uint8Array<ArrayBuffer> } | { readonly type: 'end' }

/** Number of items that a worker sends before the consumer reads the first one. */
export const itemCredits = 3
/** Number of input chunks that a thread requests in advance. */
export const inputCredits = 2
