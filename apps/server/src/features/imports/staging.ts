import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Transaction } from '@registry/db/transaction'
import type { ReadFormat } from '@registry/tabular/format'
import type { Cell } from '@registry/tabular/table'
import type { UploadedFile } from '../../http/uploads.ts'
import { appErrorFromTable } from '../../shared/errors/app-error-from-table.ts'
import type { StartedWork } from '../../shared/work-progress.ts'
import type { BatchResult, ImportContext, ImportPlan, StagedBatch } from './import-plan.ts'
import type { ReadingDone, ReadingOptions, ReadingReport, RowReader, StagedRows } from './reading/options.ts'
import type { ReportEntries } from './report-entries.ts'
import { copyInto, createStagingTable } from './staging-tables.ts'

const transform = new URL('./reading/transform.ts', import.meta.url).href
/** Seconds that the reader may work on a file. They suffice for the largest file on a busy machine. */
export const busySeconds = 120
/** The rows of a batch: enough to share the cost of its statements, few enough to show progress. */
const batchRows = 2500

export type ImportFile = {
  readonly file: UploadedFile
  readonly format: ReadFormat
  readonly progress: StartedWork
  readonly signal: AbortSignal
}

const ignoreRejection = (): void => {}

/** Copies the rows of one batch into a staging table. */
export class BatchCopy {
  readonly #tx: Transaction
  readonly #table: string
  #copy: Writable | undefined
  #columns: readonly string[] = []
  readonly #cleared = new Set<string>()
  rows = 0

  constructor(tx: Transaction, table = 'import_row') {
    this.#tx = tx
    this.#table = table
  }

  async add({ count, columns, cleared }: StagedRows, bytes: Uint8Array): Promise<void> {
    const copy = await this.#open(columns)
    for (const column of cleared) this.#cleared.add(column)
    this.rows += count
    await new Promise<void>((resolve, reject) => copy.write(bytes, (error) => (error ? reject(error) : resolve())))
  }

  /** Opens a COPY for these columns. In JSON and XML a later row can have more columns. */
  async #open(columns: readonly string[]): Promise<Writable> {
    if (this.#copy && columns.length === this.#columns.length) return this.#copy
    await this.#close((copy) => copy.end())
    this.#columns = columns
    // The next write reports the error. Without a listener an error between two writes would end the process.
    this.#copy = (await copyInto(this.#tx, this.#table, columns)).on('error', ignoreRejection)
    return this.#copy
  }

  async end(): Promise<StagedBatch> {
    await this.#close((copy) => copy.end())
    return { columns: new Set(this.#columns), cleared: this.#cleared }
  }

  /** Aborts the COPY. The transaction fails with it. */
  async abort(): Promise<void> {
    await this.#close((copy) => copy.destroy(new Error('the file was rejected'))).catch(ignoreRejection)
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

/** The sum of all batches. `rows` are all rows of the file, and `found` are the entries of its reader. */
export type StoredFile = Required<BatchResult> & Pick<ReadingDone, 'rows' | 'found'>

/**
 * Reads a file in a child process, and stores its valid rows batch by batch through the staging table.
 * @throws AppError if the whole file is rejected (REQ-IMP-04, REQ-IMP-08)
 */
export const storeFile = async (
  tx: Transaction,
  context: ImportContext,
  plan: ImportPlan,
  { file, format, progress, signal }: ImportFile,
  options: ReadingOptions,
): Promise<StoredFile> => {
  const stop = new AbortController()
  const task = {
    format,
    columns: plan.columns,
    busySeconds,
    signal: AbortSignal.any([stop.signal, signal]),
    transform: { url: transform, options },
  }
  const total = { ok: 0, changed: 0, newInADay: 0 }
  let batch: BatchCopy | undefined
  let done: ReadingDone | undefined
  let rows = 0
  const storeBatch = async (): Promise<void> => {
    const full = batch
    batch = undefined
    if (full) {
      const { ok, changed, newInADay = 0 } = await plan.store(tx, context, await full.end())
      total.ok += ok
      total.changed += changed
      total.newInADay = newInADay
    }
    progress.update({ rows })
  }
  // A write can wait for a database that no longer reads.
  const abortCopy = (): void => void batch?.abort()
  signal.addEventListener('abort', abortCopy)
  try {
    for await (const { bytes, report } of context.deps.readers.transform<ReadingOptions, ReadingReport>(file.path, task)) {
      if (report?.kind === 'done') {
        done = report
        progress.update({ total: report.rows })
      }
      if (report?.kind !== 'rows') continue
      rows += report.read
      if (bytes && report.count > 0) {
        if (!batch) {
          await createStagingTable(tx, plan.stagingColumns)
          batch = new BatchCopy(tx)
        }
        await batch.add(report, bytes)
      }
      if (!batch || batch.rows >= batchRows) await storeBatch()
    }
    await storeBatch()
  } catch (error) {
    stop.abort()
    await batch?.abort()
    throw appErrorFromTable(error)
  } finally {
    signal.removeEventListener('abort', abortCopy)
  }
  if (!done) throw new Error('the reader ended without its report')
  return { ...total, rows: done.rows, found: done.found }
}

/**
 * Reads one row without a file, such as a save of the form, and copies it into the staging table. The checks of files then apply to it, so
 * that both have the same discrepancies. Returns nothing if a cell is rejected.
 */
export const stageRow = async (
  tx: Transaction,
  reader: RowReader,
  cells: ReadonlyMap<string, Cell>,
  entries: ReportEntries,
): Promise<StagedBatch | undefined> => {
  const row = { number: 1, cells: [...cells.values()] }
  const { bytes, report } = reader.batch({ columns: [...cells.keys()], decimalComma: false, sparse: true, ignored: [], rows: [row] })
  const done = reader.end?.().report
  if (report?.kind !== 'rows' || !bytes || done?.kind !== 'done') throw new Error('the reader of a row returned no report')
  entries.add(done.found)
  if (done.found.rejectionCount > 0) return undefined
  const batch = new BatchCopy(tx)
  await batch.add(report, bytes)
  return batch.end()
}
