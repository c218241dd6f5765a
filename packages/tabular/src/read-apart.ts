import { type ChildProcess, fork } from 'node:child_process'
import { Inbox } from './apart/inbox.ts'
import type { Credit, Outcome, ReadTask } from './apart/messages.ts'
import { type Event, itemsOf, type Task } from './apart/task.ts'
import { TableFault } from './fault.ts'
import type { ReadOptions } from './read.ts'
import type { Batch } from './table.ts'
import type { TransformStep } from './transform.ts'

/**
 * Reading files from outside in a process of its own, so that the server goes on answering meanwhile (R23) and no file can end it: the
 * engine cannot be relied upon to end a thread alone that runs out of memory. The process lives as long as its file; it knows no secret,
 * may write nothing but its cache, and may use so much memory and time.
 */
type ReadLimits = {
  /** Memory of the process's heap. */
  readonly heapMegabytes?: number
  /** Time that the reader is waited for: the largest files that are allowed take ten seconds, on a busy machine several times that. */
  readonly busySeconds?: number
  /** A private directory where compiled modules are kept for the next file: a process then starts in a third of the time. */
  readonly compileCache?: string
  readonly signal?: AbortSignal
}

export type ReadApartOptions = Omit<ReadOptions, 'signal'> & ReadLimits

const usualHeapMegabytes = 256
const usualBusySeconds = 90
/** Room for new objects: reading makes many that live briefly, so that less would make it slower. */
const semiSpaceMegabytes = 4
const checkMs = 200

/** `readTable` in a process: the same batches and faults, and `file_too_slow`, `file_too_complex` for a file that passes the limits. It starts at once; who takes nothing from it must abort it by the signal. */
export const readApart = (path: string, options: ReadApartOptions): AsyncGenerator<Batch> =>
  itemsOf(new Reader<Batch>({ path, options: plainOptions(options) }, options))

/**
 * Reads a file and works on its rows in the same process: the module at `url` makes a transform from `options` (see `transform.ts`), and
 * what that makes of each batch comes out here, in order. While no step is taken, no more is read.
 */
export const transformApart = <Options, Report>(
  path: string,
  options: ReadApartOptions & { readonly transform: { readonly url: string; readonly options: Options } },
): AsyncGenerator<TransformStep<Report>> =>
  itemsOf(new Reader<TransformStep<Report>>({ path, options: plainOptions(options), transform: options.transform }, options))

const plainOptions = ({ format, columns, limits }: ReadApartOptions): Omit<ReadOptions, 'signal'> => ({
  format,
  ...(columns && { columns }),
  ...(limits && { limits }),
})

const start = ({ heapMegabytes = usualHeapMegabytes, compileCache }: ReadLimits): ChildProcess =>
  fork(new URL('./apart/read-process.ts', import.meta.url), {
    execArgv: [
      '--permission',
      '--allow-fs-read=*',
      ...(compileCache === undefined ? [] : [`--allow-fs-write=${compileCache}*`]),
      `--max-old-space-size=${heapMegabytes}`,
      `--max-semi-space-size=${semiSpaceMegabytes}`,
    ],
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache },
    serialization: 'advanced',
    // What the engine says when it runs out of memory could tell of what the file holds.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

const swallow = (): void => {}

class Reader<Item> implements Task<Item> {
  readonly events = new Inbox<Event<Item>>()
  readonly #process: ChildProcess
  readonly #ended: Promise<void>
  readonly #check: NodeJS.Timeout
  readonly #signal: AbortSignal | undefined
  readonly #abort = (): void => {
    this.events.put({ type: 'failed', error: this.#signal?.reason })
    this.#end()
  }

  constructor(task: ReadTask, limits: ReadLimits) {
    limits.signal?.throwIfAborted()
    this.#signal = limits.signal
    this.#signal?.addEventListener('abort', this.#abort)
    this.#process = start(limits)
    this.#process.on('message', (outcome: Outcome<Item>) => this.events.put(outcome))
    this.#process.on('error', (error) => this.events.put({ type: 'failed', error }))
    this.#ended = new Promise((resolve) => {
      this.#process.once('exit', (_, killedBy) => {
        const error = killedBy === null ? new Error('the reader ended before its task') : new TableFault('file_too_complex')
        this.events.put({ type: 'failed', error })
        resolve()
      })
    })
    this.#check = this.#watch(limits.busySeconds ?? usualBusySeconds)
    this.#send(task)
  }

  post(message: Credit): void {
    this.#send(message)
  }

  async stop(): Promise<void> {
    if (this.#process.pid === undefined) return
    this.#end()
    await this.#ended
  }

  #end(): void {
    clearInterval(this.#check)
    this.#signal?.removeEventListener('abort', this.#abort)
    this.#process.kill('SIGKILL')
  }

  /** A reader that has ended takes no message more; its end is told by its own event. */
  #send(message: ReadTask | Credit): void {
    if (this.#process.connected) this.#process.send(message, swallow)
  }

  /** Counts the time in which the reader owes something. */
  #watch(seconds: number): NodeJS.Timeout {
    let waitedMs = 0
    return setInterval(() => {
      if (this.events.awaited) waitedMs += checkMs
      if (waitedMs > seconds * 1000) this.events.put({ type: 'failed', error: new TableFault('file_too_slow', { seconds }) })
    }, checkMs)
  }
}
