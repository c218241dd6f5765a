import type { ChildProcess } from 'node:child_process'

/** Holds at most one idle process for the next file. An idle process does not keep the server running. */
export class ProcessPool {
  readonly #idleSeconds: number
  #idle: ChildProcess | undefined
  #timer: NodeJS.Timeout | undefined

  /** With `idleSeconds` 0 the pool holds no process. */
  constructor(idleSeconds: number) {
    this.#idleSeconds = idleSeconds
  }

  /** Removes the idle process from the pool and returns it. Returns undefined if there is none. */
  acquire(): ChildProcess | undefined {
    const process = this.#idle
    this.#forget()
    process?.channel?.ref()
    process?.ref()
    return process?.connected ? process : undefined
  }

  /** Starts an idle process, unless the pool has one or holds none. */
  prepare(start: () => ChildProcess): void {
    if (!this.#idle && this.#idleSeconds > 0) this.release(start())
  }

  /** Makes the process the idle one. Kills it if the pool is full. */
  release(process: ChildProcess): void {
    if (this.#idle || this.#idleSeconds === 0) return void process.kill('SIGKILL')
    // A process that fails to start emits `error` and never `exit`.
    this.#idle = process.once('exit', this.#forget).once('error', this.#forget)
    this.#timer = setTimeout(() => this.close(), this.#idleSeconds * 1000).unref()
    process.unref()
    process.channel?.unref()
  }

  /** Kills the idle process. */
  close(): void {
    this.#idle?.kill('SIGKILL')
    this.#forget()
  }

  readonly #forget = (): void => {
    clearTimeout(this.#timer)
    this.#idle?.off('exit', this.#forget).off('error', this.#forget)
    this.#idle = undefined
  }
}
