import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { coalesceChunks } from '../write/coalesce-chunks.ts'
import { formatCopyChunks, type Value } from '../write/copy-rows.ts'
import type { FormatOptions } from '../write/format.ts'
import { AsyncQueue } from './async-queue.ts'
import type { FormatThreadInput, FormatThreadOutput } from './messages.ts'
import { streamItems, type Task, type TaskEvent } from './task.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Heap of a format thread, and its share for new objects. Formatting creates few objects. */
const heapMegabytes = 64
const youngMegabytes = 3

/** The thread starts with the first read, so an unread stream leaves no thread behind (FAULT-17). */
async function* startFormatting(options: FormatOptions, copy: Readable, signal: AbortSignal): AsyncGenerator<Bytes> {
  signal.throwIfAborted()
  yield* streamItems(new FormatTask(options, copy, signal))
}

/**
 * Runs `formatCopy` in a worker thread, so the server keeps answering (FAULT-23). A thread is enough: the input comes from the database, not from a user.
 * The returned stream fails with the error of the source, a TableError or the reason of the signal. Destroying it stops thread and source.
 */
export const formatInThread = (copy: Readable, { signal, ...options }: FormatOptions & { readonly signal?: AbortSignal }): Readable => {
  const closed = new AbortController()
  const stopSignal = signal ? AbortSignal.any([signal, closed.signal]) : closed.signal
  const bytes = startFormatting(options, copy, stopSignal)
  return new Readable({
    read() {
      bytes.next().then(
        ({ done, value }) => this.push(done ? null : copyAndRelease(value)),
        (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
      )
    },
    destroy(error, done) {
      closed.abort()
      copy.destroy()
      const finish = (): void => done(error)
      bytes.return(undefined).then(finish, finish)
    },
  })
}

/** `formatInThread` for a table in memory. */
export const formatRowsInThread = (rows: readonly (readonly Value[])[], options: Omit<FormatOptions, 'expectedRows'>): Readable =>
  formatInThread(Readable.from(formatCopyChunks(rows), { objectMode: false }), { ...options, expectedRows: rows.length })

/**
 * Copies a chunk of another thread and frees its memory immediately. V8 counts only memory that its own thread allocated.
 * Without the copy, tens of megabytes of other threads' memory would accumulate.
 */
const copyAndRelease = (chunk: Bytes): Buffer => {
  const copy = Buffer.from(chunk)
  chunk.buffer.transfer(0)
  return copy
}

class FormatTask implements Task<Bytes> {
  readonly events = new AsyncQueue<TaskEvent<Bytes>>()
  readonly #thread: Worker
  readonly #input: Readable
  readonly #signal: AbortSignal
  readonly #pulls = new AsyncQueue<true>()
  readonly #onAbort = (): void => this.#fail(this.#signal.reason)

  constructor(options: FormatOptions, input: Readable, signal: AbortSignal) {
    this.#input = input
    this.#signal = signal
    this.#signal.addEventListener('abort', this.#onAbort)
    this.#thread = new Worker(new URL('./format-thread.ts', import.meta.url), {
      workerData: options,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: youngMegabytes },
    })
    this.#thread.on('message', (message: FormatThreadOutput) =>
      message.type === 'pull' ? this.#pulls.push(true) : this.events.push(message),
    )
    this.#thread.on('error', (error) => this.#fail(error))
    this.#thread.on('exit', () => this.#fail(new Error('the format thread ended before its task')))
    this.#sendInput().catch((error: unknown) => this.#fail(error))
  }

  post(message: FormatThreadInput): void {
    this.#thread.postMessage(message, message.type === 'input' ? [message.bytes.buffer] : [])
  }

  async stop(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#onAbort)
    this.#input.destroy()
    await this.#thread.terminate()
  }

  #fail(error: unknown): void {
    this.events.push({ type: 'failed', error })
  }

  /** Sends one chunk of input for each pull of the thread. */
  async #sendInput(): Promise<void> {
    for await (const bytes of coalesceChunks(this.#input)) {
      await this.#pulls.next()
      this.post({ type: 'input', bytes })
    }
    this.post({ type: 'end' })
  }
}
