import { type ChildProcess, fork } from 'node:child_process'
import { FileReader } from './apart/file-reader.ts'
import { KeptProcess } from './apart/kept-process.ts'
import { type Task, itemsOf } from './apart/task.ts'
import type { ReadOptions } from './read.ts'
import type { Batch } from './table.ts'
import type { TransformStep } from './transform.ts'

/** What a file is read by, beside how it is read. */
export type ReadApartOptions = ReadOptions & {
  /** Time that the reader is waited for: the largest files that are allowed take ten seconds, on a busy machine several times that. */
  readonly busySeconds?: number
}

/** A module that works on the rows where they are read; see `transform.ts`. */
export type TransformAt<Options> = { readonly url: string; readonly options: Options }

/**
 * Reading files from outside in processes of their own, so that the server goes on answering meanwhile (FAULT-23) and no file can end it: the
 * engine cannot be relied upon to end a thread alone that runs out of memory. A process knows no secret, may write nothing but its cache,
 * and may use so much memory and time; it has one file at a time. Reading starts at once: who takes nothing of it must abort it by the
 * signal. Faults are those of `readTable`, and `file_too_slow`, `file_too_complex` for a file that passes the limits.
 */
export type Readers = {
  /** `readTable` in a process: the same batches. */
  read(path: string, options: ReadApartOptions): AsyncGenerator<Batch>
  /** What a transform makes of each batch, in order. While no step is taken, no more is read. */
  transform<Options, Report>(
    path: string,
    options: ReadApartOptions & { readonly transform: TransformAt<Options> },
  ): AsyncGenerator<TransformStep<Report>>
  /** Starts a process for a file that is still arriving, unless one waits: at most one, which ends if no file comes. */
  prepare(): void
  /** Ends the process that waits for a file; those that read end with theirs. */
  close(): void
}

export type ReadersOptions = {
  /** Memory of a process's heap. */
  readonly heapMegabytes?: number
  /** A private directory where compiled modules are kept: a process then starts in a third of the time. */
  readonly compileCache?: string
  /** How long one process waits for the next file, which costs it less than half of what it costs a new one; without it, each file has a new one. */
  readonly keptSeconds?: number
}

const usualHeapMegabytes = 256
const usualBusySeconds = 90
/** Room for new objects, from the first on: reading makes many that live briefly, and a room that had to grow would cost a new process a fourth more. */
const semiSpaceMegabytes = 8

const start = ({ heapMegabytes = usualHeapMegabytes, compileCache }: ReadersOptions): ChildProcess =>
  fork(new URL('./apart/read-process.ts', import.meta.url), {
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
    // What the engine says when it runs out of memory could tell of what the file holds.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

const plainOptions = ({ format, columns, limits }: ReadApartOptions): Omit<ReadOptions, 'signal'> => ({
  format,
  ...(columns && { columns }),
  ...(limits && { limits }),
})

export const createReaders = (options: ReadersOptions = {}): Readers => {
  const kept = new KeptProcess(options.keptSeconds ?? 0)
  const reading = <Item>(path: string, asked: ReadApartOptions, transform?: TransformAt<unknown>): Task<Item> => {
    asked.signal?.throwIfAborted()
    const task = { type: 'read', path, options: plainOptions(asked), ...(transform && { transform }) } as const
    const limits = { busySeconds: asked.busySeconds ?? usualBusySeconds, signal: asked.signal }
    return new FileReader<Item>(kept.take() ?? start(options), (process) => kept.put(process), task, limits)
  }
  return {
    read: (path, asked) => itemsOf(reading<Batch>(path, asked)),
    transform: (path, asked) => itemsOf(reading(path, asked, asked.transform)),
    prepare: () => kept.prepare(() => start(options)),
    close: () => kept.end(),
  }
}
