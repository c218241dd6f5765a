import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { coalesced } from './coalesced.ts'
import { TableFault } from './fault.ts'
import type { ReadOptions } from './read.ts'
import type { Batch } from './table.ts'
import type { TransformStep } from './transform.ts'
import type { FromWorker, ToWorker, WorkerTask } from './worker-messages.ts'
import type { FormatOptions } from './write/format.ts'

/**
 * Reading and formatting in a thread of their own, so that the server goes on answering meanwhile (R23). A thread lives as long as its
 * file; it may use so much memory and so much time of its own, and one that passes either is stopped without harm to the process.
 */
export type WorkerLimits = {
  /** Memory of the thread's heap. */
  readonly heapMegabytes?: number
  /** Time the thread is busy: waiting for the database or for a slow client does not count. */
  readonly busySeconds?: number
  readonly signal?: AbortSignal
}

/**
 * Memory of a thread's heap, and of it the room for new objects: reading makes many that live briefly, so that less would make it slower;
 * formatting makes few, and pieces of the file wait there to be tidied up.
 */
type ThreadLimits = {
  readonly heapMegabytes: number
  readonly youngMegabytes: number
  readonly busySeconds: number
  readonly signal?: AbortSignal
}
/** The largest files that are allowed keep a thread busy for ten seconds; with a machine that others use too it may be several times that. */
const readingLimits: ThreadLimits = { heapMegabytes: 256, youngMegabytes: 12, busySeconds: 90 }
const formattingLimits: ThreadLimits = { heapMegabytes: 64, youngMegabytes: 3, busySeconds: 600 }
const checkMs = 200

export type WorkerReadOptions = Omit<ReadOptions, 'signal'> & WorkerLimits

/** `readTable` in a thread: the same batches and faults, and `file_too_slow`, `file_too_complex` for a file that passes the thread's limits. */
export const readInWorker = (path: string, options: WorkerReadOptions): AsyncGenerator<Batch> =>
  taskInWorker({ kind: 'read', path, options: plainOptions(options) }, { ...readingLimits, ...options })

/**
 * Reads a file and works on its rows in the same thread: the module at `url` makes a transform from `options` (see `transform.ts`), and
 * what that makes of each batch comes out here, in order. While no step is taken, no more is read.
 */
export const transformInWorker = <Options, Report>(
  path: string,
  options: WorkerReadOptions & { readonly transform: { readonly url: string; readonly options: Options } },
): AsyncGenerator<TransformStep<Report>> =>
  taskInWorker({ kind: 'read', path, options: plainOptions(options), transform: options.transform }, { ...readingLimits, ...options })

/**
 * `formatCopy` in a thread. The stream given back fails with the source, with a TableFault or with the signal's reason; destroying it
 * stops the thread and the source.
 */
export const formatInWorker = (copy: Readable, { signal, ...options }: FormatOptions & WorkerLimits): Readable => {
  const { format, columns, expectedRows } = options
  const task: WorkerTask = { kind: 'format', options: { format, columns, ...(expectedRows !== undefined && { expectedRows }) } }
  const closed = new AbortController()
  const ends = signal ? AbortSignal.any([signal, closed.signal]) : closed.signal
  const bytes = taskInWorker<Uint8Array<ArrayBuffer>>(task, { ...formattingLimits, ...options, signal: ends }, copy)
  return new Readable({
    read() {
      bytes.next().then(
        ({ done, value }) => this.push(done ? null : ownCopy(value)),
        (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
      )
    },
    destroy(error, done) {
      closed.abort()
      const ended = (): void => done(error)
      bytes.return(undefined).then(ended, ended)
    },
  })
}

/**
 * A copy of a piece that another thread gave, whose memory is given back at once. The engine tidies up after so much memory that it
 * allocated itself; what comes from elsewhere it would let pile up to tens of megabytes.
 */
const ownCopy = (piece: Uint8Array<ArrayBuffer>): Buffer => {
  const copy = Buffer.from(piece)
  piece.buffer.transfer(0)
  return copy
}

const plainOptions = ({ format, columns, limits }: WorkerReadOptions): Omit<ReadOptions, 'signal'> => ({
  format,
  ...(columns && { columns }),
  ...(limits && { limits }),
})

/** What happened that the one who takes the items must hear of. */
type Event<Item> = FromWorker<Item> | { readonly type: 'failed'; readonly error: unknown }

async function* taskInWorker<Item>(task: WorkerTask, limits: ThreadLimits, input?: Readable): AsyncGenerator<Item> {
  limits.signal?.throwIfAborted()
  const thread = new Thread<Item>(task, limits, input)
  try {
    for (;;) {
      const event = await thread.next()
      if (event.type === 'done') return
      if (event.type === 'fault') throw new TableFault(event.code, event.params)
      if (event.type === 'failed' || event.type === 'error') throw event.error
      if (event.type !== 'item') continue
      yield event.item
      thread.post({ type: 'credit' })
    }
  } finally {
    await thread.stop()
  }
}

class Thread<Item> {
  readonly #worker: Worker
  readonly #events: Event<Item>[] = []
  readonly #input: Readable | undefined
  readonly #limits: ThreadLimits
  readonly #check: NodeJS.Timeout
  readonly #abort = (): void => this.#put({ type: 'failed', error: this.#limits.signal?.reason })
  #wake: (() => void) | undefined
  #wanted = 0
  #want: (() => void) | undefined

  constructor(task: WorkerTask, limits: ThreadLimits, input: Readable | undefined) {
    this.#limits = limits
    this.#input = input
    this.#worker = new Worker(new URL('./in-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes, maxYoungGenerationSizeMb: limits.youngMegabytes },
    })
    this.#worker.on('message', (message: FromWorker<Item>) => (message.type === 'want' ? this.#wish() : this.#put(message)))
    this.#worker.on('error', (error) =>
      this.#put({ type: 'failed', error: isOutOfMemory(error) ? new TableFault('file_too_complex') : error }),
    )
    this.#worker.on('exit', () => this.#put({ type: 'failed', error: new Error('the thread ended before its task') }))
    limits.signal?.addEventListener('abort', this.#abort)
    this.#check = setInterval(() => this.#checkTime(), checkMs)
    if (input) this.#feed(input).catch((error: unknown) => this.#put({ type: 'failed', error }))
  }

  async next(): Promise<Event<Item>> {
    for (;;) {
      const event = this.#events.shift()
      if (event) return event
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  post(message: ToWorker): void {
    const moved = message.type === 'input' ? [message.bytes.buffer] : []
    this.#worker.postMessage(message, moved)
  }

  async stop(): Promise<void> {
    clearInterval(this.#check)
    this.#limits.signal?.removeEventListener('abort', this.#abort)
    this.#input?.destroy()
    await this.#worker.terminate()
  }

  #put(event: Event<Item>): void {
    this.#events.push(event)
    this.#wake?.()
  }

  #wish(): void {
    this.#wanted += 1
    this.#want?.()
  }

  /** Sends the input on, a piece for each wish. */
  async #feed(input: Readable): Promise<void> {
    for await (const bytes of coalesced(input)) {
      while (this.#wanted === 0) {
        await new Promise<void>((resolve) => {
          this.#want = resolve
        })
      }
      this.#wanted -= 1
      this.post({ type: 'input', bytes })
    }
    this.post({ type: 'end' })
  }

  #checkTime(): void {
    const seconds = this.#limits.busySeconds
    const busyMs = this.#worker.performance.eventLoopUtilization().active
    if (busyMs > seconds * 1000) this.#put({ type: 'failed', error: new TableFault('file_too_slow', { seconds }) })
  }
}

const isOutOfMemory = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
