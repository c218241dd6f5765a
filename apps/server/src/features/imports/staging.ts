import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Transaction } from '@registry/db/transaction'
import type { TableFormat } from '@registry/tabular/format'
import type { KnownColumn } from '@registry/tabular/table'
import type { ReaderPool } from '@registry/tabular/worker/reader-pool'
import type { UploadedFile } from '../../http/uploads.ts'
import type { StartedWork } from '../../shared/work-progress.ts'
import { prefetch } from './prefetch.ts'
import { appErrorFromTable } from '../../shared/errors/app-error-from-table.ts'
import type { ReadingDone, ReadingOptions, ReadingReport, ReadingStep, StagedRows } from './reading/options.ts'
import { copyInto } from './staging-tables.ts'

const transform = new URL('./reading/transform.ts', import.meta.url).href
/** Seconds that the reader may work on a file: enough for the largest file of the slowest format on a busy machine. */
const busySeconds = 120
/** Bytes that wait in memory while a batch is stored. */
const prefetchBytes = 4 * 1024 * 1024
/** The fewest rows of a batch, the last one excepted. Each batch costs some statements. */
const minBatchRows = 2500

/** A file to import, with the columns that it may have. */
export type ImportFile = {
  readonly file: UploadedFile
  readonly format: TableFormat
  readonly columns: readonly KnownColumn[]
  readonly progress: StartedWork
  /** Ends the reading. */
  readonly signal: AbortSignal
}

/** The rows in the staging table: their number, their columns, and the columns that some of them clear. */
export type StagedBatch = { readonly rows: number; readonly columns: ReadonlySet<string>; readonly cleared: ReadonlySet<string> }

/** Passes the steps on, and sets the number of all rows as soon as the reader knows it: the storing of rows can be far behind. */
async function* watchTotal(steps: AsyncIterable<ReadingStep>, { update }: StartedWork): AsyncGenerator<ReadingStep> {
  for await (const step of steps) {
    if (step.report?.kind === 'done') update({ total: step.report.rows })
    yield step
  }
}

const ignoreRejection = (): void => {}

/** A COPY into the staging table. All its rows have the same columns. */
class BatchCopy {
  readonly #tx: Transaction
  readonly #columns: readonly string[]
  readonly #cleared = new Set<string>()
  #copy: Writable | undefined
  rows = 0

  constructor(tx: Transaction, columns: readonly string[]) {
    this.#tx = tx
    this.#columns = columns
  }

  hasColumns(columns: readonly string[]): boolean {
    return columns.length === this.#columns.length
  }

  async add({ count, cleared }: StagedRows, bytes: Uint8Array): Promise<void> {
    const copy = (this.#copy ??= await this.#open())
    for (const column of cleared) this.#cleared.add(column)
    this.rows += count
    await new Promise<void>((resolve, reject) => copy.write(bytes, (error) => (error ? reject(error) : resolve())))
  }

  async #open(): Promise<Writable> {
    const copy = await copyInto(this.#tx, 'import_row', this.#columns)
    // The next write reports the error. Without a listener an error between two writes would end the process.
    return copy.on('error', ignoreRejection)
  }

  async end(): Promise<StagedBatch> {
    await this.#close((copy) => copy.end())
    return { rows: this.rows, columns: new Set(this.#columns), cleared: this.#cleared }
  }

  /** Breaks the COPY off. The transaction fails with it. */
  async abort(): Promise<void> {
    await this.#close((copy) => copy.destroy(new Error('the file was refused'))).catch(ignoreRejection)
  }

  async #close(close: (copy: Writable) => void): Promise<void> {
    const copy = this.#copy
    this.#copy = undefined
    if (!copy) return
    const closed = finished(copy)
    close(copy)
    await closed
  }
}

/** `prepare` creates the staging table of a batch with these columns; `store` stores the batch. */
export type BatchStore = {
  readonly prepare: (columns: readonly string[]) => Promise<void>
  readonly store: (batch: StagedBatch) => Promise<void>
}

/**
 * Reads a file in a child process, copies its valid rows into the staging table, and stores them batch by batch while the process reads on.
 * @throws AppError if the whole file is refused (REQ-IMP-04, REQ-IMP-08)
 */
export const stageAndStore = async (
  tx: Transaction,
  readers: ReaderPool,
  { file, format, columns, progress, signal }: ImportFile,
  options: ReadingOptions,
  { prepare, store }: BatchStore,
): Promise<ReadingDone> => {
  const stop = new AbortController()
  const task = { format, columns, busySeconds, signal: AbortSignal.any([stop.signal, signal]), transform: { url: transform, options } }
  const reading = readers.transform<ReadingOptions, ReadingReport>(file.path, task)
  let batch: BatchCopy | undefined
  let done: ReadingDone | undefined
  let rows = 0
  const storeBatch = async (): Promise<void> => {
    const full = batch
    batch = undefined
    if (full) await store(await full.end())
  }
  // A write can wait for a database that no longer reads.
  const abortCopy = (): void => void batch?.abort()
  signal.addEventListener('abort', abortCopy)
  try {
    for await (const steps of prefetch(watchTotal(reading, progress), prefetchBytes, () => stop.abort())) {
      for (const { bytes, report } of steps) {
        if (report?.kind === 'done') done = report
        if (report?.kind === 'rows') rows += report.read
        if (report?.kind !== 'rows' || !bytes || report.count === 0) continue
        if (batch && !batch.hasColumns(report.columns)) await storeBatch()
        if (!batch) {
          await prepare(report.columns)
          batch = new BatchCopy(tx, report.columns)
        }
        await batch.add(report, bytes)
      }
      if (batch && batch.rows >= minBatchRows) await storeBatch()
      if (!batch) progress.update({ rows })
    }
    await storeBatch()
    progress.update({ rows })
  } catch (error) {
    stop.abort()
    await batch?.abort()
    throw appErrorFromTable(error)
  } finally {
    signal.removeEventListener('abort', abortCopy)
  }
  if (!done) throw new Error('the reader ended without its report')
  return done
}
