import type { ChildProcess } from 'node:child_process'
import { TableError } from '../table-error.ts'
import { Inbox } from './inbox.ts'
import type { Outcome, ReadTask, ToReader } from './messages.ts'
import type { Event, Task } from './task.ts'

/** How long a file may keep its reader busy, and what ends it early. */
export type FileLimits = { readonly busySeconds: number; readonly signal: AbortSignal | undefined }

const checkMs = 200
const swallow = (): void => {}

/** One file in the hands of a process that reads; whoever made it gets the process back when the file has been read. */
export class FileReader<Item> implements Task<Item> {
  readonly events = new Inbox<Event<Item>>()
  readonly #process: ChildProcess
  readonly #giveBack: (process: ChildProcess) => void
  readonly #check: NodeJS.Timeout
  readonly #signal: AbortSignal | undefined
  readonly #ended = Promise.withResolvers<void>()
  /** The process has told how its task ended and waits for another. */
  #free = false

  constructor(process: ChildProcess, giveBack: (process: ChildProcess) => void, task: ReadTask, { busySeconds, signal }: FileLimits) {
    this.#process = process
    this.#giveBack = giveBack
    this.#signal = signal
    signal?.addEventListener('abort', this.#abort)
    process.on('message', this.#hear).on('error', this.#fail).once('exit', this.#lose)
    this.#check = this.#watch(busySeconds)
    this.post(task)
  }

  /** A process that has ended takes no message more; its end is told by its own event. */
  post(message: ToReader): void {
    if (this.#process.connected) this.#process.send(message, swallow)
  }

  async stop(): Promise<void> {
    clearInterval(this.#check)
    this.#signal?.removeEventListener('abort', this.#abort)
    if (!this.#free && this.#process.pid !== undefined) {
      this.#process.kill('SIGKILL')
      await this.#ended.promise
    }
    this.#process.off('message', this.#hear).off('error', this.#fail).off('exit', this.#lose)
    if (this.#free) this.#giveBack(this.#process)
  }

  readonly #hear = (outcome: Outcome<Item>): void => {
    this.#free = outcome.type === 'done' || outcome.type === 'table error'
    this.events.put(outcome)
  }

  readonly #fail = (error: unknown): void => this.events.put({ type: 'failed', error })

  readonly #lose = (_code: number | null, killedBy: string | null): void => {
    this.#free = false
    this.#fail(killedBy === null ? new Error('the reader ended before its task') : new TableError('file_too_complex'))
    this.#ended.resolve()
  }

  readonly #abort = (): void => {
    this.#fail(this.#signal?.reason)
    this.#process.kill('SIGKILL')
  }

  /** Counts the time in which the process owes something. */
  #watch(seconds: number): NodeJS.Timeout {
    let waitedMs = 0
    return setInterval(() => {
      if (this.events.awaited) waitedMs += checkMs
      if (waitedMs > seconds * 1000) this.#fail(new TableError('file_too_slow', { seconds }))
    }, checkMs)
  }
}
