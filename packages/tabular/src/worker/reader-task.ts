import type { ChildProcess } from 'node:child_process'
import { TableError } from '../table-error.ts'
import { AsyncQueue } from './async-queue.ts'
import type { ReaderProcessInput, ReadRequest, TaskOutput } from './messages.ts'
import type { Task, TaskEvent } from './task.ts'

/** Reasons to end a task early: too many seconds of waiting for the process, or a signal. */
export type ReaderTaskLimits = { readonly busySeconds: number; readonly signal: AbortSignal | undefined }

const checkIntervalMs = 200
const ignoreError = (): void => {}

/** Reads one file in a process. Calls `release` with the process when the process is free for another file. */
export class ReaderTask<Item> implements Task<Item> {
  readonly events = new AsyncQueue<TaskEvent<Item>>()
  readonly #process: ChildProcess
  readonly #release: (process: ChildProcess) => void
  readonly #checkTimer: NodeJS.Timeout
  readonly #signal: AbortSignal | undefined
  readonly #exited = Promise.withResolvers<void>()
  /** The process has finished its task and waits for another. */
  #isFree = false

  constructor(
    process: ChildProcess,
    release: (process: ChildProcess) => void,
    request: ReadRequest,
    { busySeconds, signal }: ReaderTaskLimits,
  ) {
    this.#process = process
    this.#release = release
    this.#signal = signal
    signal?.addEventListener('abort', this.#onAbort)
    process.on('message', this.#onMessage).on('error', this.#fail).once('exit', this.#onExit)
    this.#checkTimer = this.#limitWaiting(busySeconds)
    this.post(request)
  }

  /** Ignores errors of sending: the `exit` event reports a process that has ended. */
  post(message: ReaderProcessInput): void {
    if (this.#process.connected) this.#process.send(message, ignoreError)
  }

  async stop(): Promise<void> {
    clearInterval(this.#checkTimer)
    this.#signal?.removeEventListener('abort', this.#onAbort)
    if (!this.#isFree && this.#process.pid !== undefined) {
      this.#process.kill('SIGKILL')
      await this.#exited.promise
    }
    this.#process.off('message', this.#onMessage).off('error', this.#fail).off('exit', this.#onExit)
    if (this.#isFree) this.#release(this.#process)
  }

  readonly #onMessage = (output: TaskOutput<Item>): void => {
    this.#isFree = output.type === 'done' || output.type === 'table error'
    this.events.push(output)
  }

  readonly #fail = (error: unknown): void => this.events.push({ type: 'failed', error })

  readonly #onExit = (_code: number | null, signal: string | null): void => {
    this.#isFree = false
    this.#fail(signal === null ? new Error('the reader process ended before its task') : new TableError('file_too_complex'))
    this.#exited.resolve()
  }

  readonly #onAbort = (): void => {
    this.#fail(this.#signal?.reason)
    this.#process.kill('SIGKILL')
  }

  /** Counts only the time in which the consumer waits for the process. */
  #limitWaiting(seconds: number): NodeJS.Timeout {
    let waitedMs = 0
    return setInterval(() => {
      if (this.events.isAwaited) waitedMs += checkIntervalMs
      if (waitedMs > seconds * 1000) this.#fail(new TableError('file_too_slow', { seconds }))
    }, checkIntervalMs)
  }
}
