import type { ChildProcess } from 'node:child_process'

/** At most one process that waits for the next file. While it waits it keeps nobody from ending. */
export class KeptProcess {
  readonly #seconds: number
  #process: ChildProcess | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(seconds: number) {
    this.#seconds = seconds
  }

  take(): ChildProcess | undefined {
    const process = this.#process
    this.#forget()
    process?.channel?.ref()
    process?.ref()
    return process?.connected ? process : undefined
  }

  /** Starts a process to wait, unless one waits already or none is kept. */
  prepare(start: () => ChildProcess): void {
    if (!this.#process && this.#seconds > 0) this.put(start())
  }

  put(process: ChildProcess): void {
    if (this.#process || this.#seconds === 0) return void process.kill('SIGKILL')
    // One that could not be started tells so while no file listens, and has no exit.
    this.#process = process.once('exit', this.#forget).once('error', this.#forget)
    this.#timer = setTimeout(() => this.end(), this.#seconds * 1000).unref()
    process.unref()
    process.channel?.unref()
  }

  end(): void {
    this.#process?.kill('SIGKILL')
    this.#forget()
  }

  readonly #forget = (): void => {
    clearTimeout(this.#timer)
    this.#process?.off('exit', this.#forget).off('error', this.#forget)
    this.#process = undefined
  }
}
