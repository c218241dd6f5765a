import { type ChildProcess, fork } from 'node:child_process'
import type { ReadOptions } from '../read/read-table.ts'
import type { Batch } from '../table.ts'
import { ProcessPool } from './process-pool.ts'
import { ReaderTask } from './reader-task.ts'
import { streamItems, type Task } from './task.ts'
import type { TransformStep } from './transform.ts'

export type PooledReadOptions = ReadOptions & {
  /** Maximum total time for which the consumer waits for the process. The largest allowed files take ten seconds, and several times that on a busy machine. */
  readonly busySeconds?: number
}

/** The URL of a module that transforms rows in the reader process, and its options; see `transform.ts`. */
export type TransformReference<Options> = { readonly url: string; readonly options: Options }

/**
 * Reads uploaded files in child processes, so the server keeps answering (FAULT-23) and no file can crash it.
 * A thread is not enough: when a thread runs out of memory, V8 can end the whole process.
 * A process has no secrets and writes only its compile cache. It has limits of memory and time, and reads one file at a time.
 * Reading starts with the call. A caller that does not iterate must abort through the signal.
 * Errors are those of `readTable`, and `file_too_slow` or `file_too_complex` for a file beyond the limits.
 */
export type ReaderPool = {
  /** Yields the same batches as `readTable`. */
  read(path: string, options: PooledReadOptions): AsyncGenerator<Batch>
  /** Yields the result of the transform for each batch, in order. Reading pauses while the consumer is busy. */
  transform<Options, Report>(
    path: string,
    options: PooledReadOptions & { readonly transform: TransformReference<Options> },
  ): AsyncGenerator<TransformStep<Report>>
  /** Starts a process for a file that is still arriving, unless one is idle. The process ends if no file comes. */
  prepare(): void
  /** Ends the idle process and waits for its end. Busy processes end with their file. */
  close(): Promise<void>
}

export type ReaderPoolOptions = {
  /** Heap limit of a process. */
  readonly heapMegabytes?: number
  /** A private directory for compiled modules. With it a process starts in a third of the time. */
  readonly compileCache?: string
  /** Idle time of a process before it ends: reuse costs less than half of a new process. Without it each file gets a new process. */
  readonly idleSeconds?: number
}

const defaultHeapMegabytes = 256
const defaultBusySeconds = 90
/** Fixed space for new objects. Reading creates many; growing this space would cost a new process a quarter more time. */
const semiSpaceMegabytes = 8

const startProcess = ({ heapMegabytes = defaultHeapMegabytes, compileCache }: ReaderPoolOptions): ChildProcess =>
  fork(new URL('./reader-process.ts', import.meta.url), {
    execArgv: [
      '--permission',
      '--allow-fs-read=*',
      ...(compileCache === undefined ? [] : [`--allow-fs-write=${compileCache}*`]),
      `--max-old-space-size=${heapMegabytes}`,
      `--min-semi-space-size=${semiSpaceMegabytes}`,
      `--max-semi-space-size=${semiSpaceMegabytes}`,
    ],
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache },
    serialization: 'advanced',
    // V8's report when it runs out of memory could contain values of the file.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

/** The options that can be sent to another process: a signal cannot. */
const toMessageOptions = ({ format, columns, limits }: PooledReadOptions): Omit<ReadOptions, 'signal'> => ({
  format,
  ...(columns && { columns }),
  ...(limits && { limits }),
})

export const createReaderPool = (options: ReaderPoolOptions = {}): ReaderPool => {
  const pool = new ProcessPool(options.idleSeconds ?? 0)
  const startTask = <Item>(path: string, readOptions: PooledReadOptions, transform?: TransformReference<unknown>): Task<Item> => {
    readOptions.signal?.throwIfAborted()
    const request = { type: 'read', path, options: toMessageOptions(readOptions), ...(transform && { transform }) } as const
    const limits = { busySeconds: readOptions.busySeconds ?? defaultBusySeconds, signal: readOptions.signal }
    return new ReaderTask<Item>(pool.acquire() ?? startProcess(options), (process) => pool.release(process), request, limits)
  }
  return {
    read: (path, readOptions) => streamItems(startTask<Batch>(path, readOptions)),
    transform: (path, readOptions) => streamItems(startTask(path, readOptions, readOptions.transform)),
    prepare: () => pool.prepare(() => startProcess(options)),
    close: () => pool.close(),
  }
}
