import type { ChildProcess } from 'node:child_process'

/** Holds at most one idle process for the next file. An idle process does not keep the server running. */
export class ProcessPool {
  readonly #idleSeconds: number
  #idle: ChildProcess | undefined
  #timer: NodeJS.Timeout | undefined
  readonly #ending = new Set<Promise<void>>()

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
    if (this.#idle || this.#idleSeconds === 0) return this.#kill(process)
    // A process that fails to start emits `error` and never `exit`.
    this.#idle = process.once('exit', this.#forget).once('error', this.#forget)
    this.#timer = setTimeout(() => this.#killIdle(), this.#idleSeconds * 1000).unref()
    process.unref()
    process.channel?.unref()
  }

  /** Kills the idle process. Waits until all killed processes have ended, so that the caller can remove the directory they write to. */
  async close(): Promise<void> {
    this.#killIdle()
    await Promise.all(this.#ending)
  }

  #killIdle(): void {
    const process = this.#idle
    this.#forget()
    if (process) this.#kill(process)
  }

  #kill(process: ChildProcess): void {
    // Without a process id it did not start; with an exit code or a signal it has ended. Neither emits `exit` again.
    if (process.pid === undefined || process.exitCode !== null || process.signalCode !== null) return
    const { promise, resolve } = Promise.withResolvers<void>()
    process.once('exit', () => {
      this.#ending.delete(promise)
      resolve()
    })
    this.#ending.add(promise)
    process.ref()
    process.kill('SIGKILL')
  }

  readonly #forget = (): void => {
    clearTimeout(this.#timer)
    this.#idle?.off('exit', this.#forget).off('error', this.#forget)
    this.#idle = undefined
  }
}
