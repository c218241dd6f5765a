import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { Inbox } from './apart/inbox.ts'
import type { FormatTask, FromThread, ToThread } from './apart/messages.ts'
import { type Event, itemsOf, type Task } from './apart/task.ts'
import { coalesced } from './coalesced.ts'
import { copyPieces, type Value } from './write/copy-rows.ts'
import type { FormatOptions } from './write/format.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The heap of a thread that formats, and of it the room for new objects: it makes few, and pieces of the file wait there to be tidied up. */
const heapMegabytes = 64
const youngMegabytes = 3

/** The thread starts with the first read: a stream that nobody reads leaves none behind (FAULT-17). */
async function* formatted(options: FormatTask, copy: Readable, ends: AbortSignal): AsyncGenerator<Bytes> {
  ends.throwIfAborted()
  yield* itemsOf(new Formatter(options, copy, ends))
}

/**
 * `formatCopy` in a thread of its own, so that the server goes on answering meanwhile (FAULT-23). What it reads is the database's, so that a
 * thread will do. The stream given back fails with the source, with a TableFault or with the signal's reason; destroying it stops the
 * thread and the source.
 */
export const formatApart = (copy: Readable, { signal, ...options }: FormatOptions & { readonly signal?: AbortSignal }): Readable => {
  const closed = new AbortController()
  const ends = signal ? AbortSignal.any([signal, closed.signal]) : closed.signal
  const bytes = formatted(options, copy, ends)
  return new Readable({
    read() {
      bytes.next().then(
        ({ done, value }) => this.push(done ? null : ownCopy(value)),
        (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
      )
    },
    destroy(error, done) {
      closed.abort()
      copy.destroy()
      const ended = (): void => done(error)
      bytes.return(undefined).then(ended, ended)
    },
  })
}

/** `formatApart` of a table in memory. */
export const formatRowsApart = (rows: readonly (readonly Value[])[], options: Omit<FormatOptions, 'expectedRows'>): Readable =>
  formatApart(Readable.from(copyPieces(rows), { objectMode: false }), { ...options, expectedRows: rows.length })

/**
 * A copy of a piece that another thread gave, whose memory is given back at once. The engine tidies up after so much memory that it
 * allocated itself; what comes from elsewhere it would let pile up to tens of megabytes.
 */
const ownCopy = (piece: Bytes): Buffer => {
  const copy = Buffer.from(piece)
  piece.buffer.transfer(0)
  return copy
}

class Formatter implements Task<Bytes> {
  readonly events = new Inbox<Event<Bytes>>()
  readonly #thread: Worker
  readonly #input: Readable
  readonly #signal: AbortSignal
  readonly #wishes = new Inbox<true>()
  readonly #abort = (): void => this.events.put({ type: 'failed', error: this.#signal.reason })

  constructor(task: FormatTask, input: Readable, signal: AbortSignal) {
    this.#input = input
    this.#signal = signal
    this.#signal.addEventListener('abort', this.#abort)
    this.#thread = new Worker(new URL('./apart/format-thread.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: youngMegabytes },
    })
    this.#thread.on('message', (message: FromThread) => (message.type === 'want' ? this.#wishes.put(true) : this.events.put(message)))
    this.#thread.on('error', (error) => this.events.put({ type: 'failed', error }))
    this.#thread.on('exit', () => this.events.put({ type: 'failed', error: new Error('the thread ended before its task') }))
    this.#feed().catch((error: unknown) => this.events.put({ type: 'failed', error }))
  }

  post(message: ToThread): void {
    this.#thread.postMessage(message, message.type === 'input' ? [message.bytes.buffer] : [])
  }

  async stop(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#abort)
    this.#input.destroy()
    await this.#thread.terminate()
  }

  /** Sends the input on, a piece for each wish. */
  async #feed(): Promise<void> {
    for await (const bytes of coalesced(this.#input)) {
      await this.#wishes.take()
      this.post({ type: 'input', bytes })
    }
    this.post({ type: 'end' })
  }
}
