import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Transaction } from '@registry/db/transaction'
import type { TableFormat } from '@registry/tabular/format'
import type { KnownColumn } from '@registry/tabular/table'
import type { ReaderPool } from '@registry/tabular/worker/reader-pool'
import type { UploadedFile } from '../../http/uploads.ts'
import { prefetch } from './prefetch.ts'
import type { ReadingDone, ReadingOptions, ReadingReport, StagedRows } from './reading/options.ts'
import { copyInto, runStatement } from './sql.ts'
import { appErrorFromTable } from './table-error.ts'

const transform = new URL('./reading/transform.ts', import.meta.url).href
/** Time of its own that a file may take its reader: the largest of the slowest format on a busy machine. */
const busySeconds = 120
/** What may wait in memory while rows are being stored. */
const aheadBytes = 4 * 1024 * 1024
/** Rows that are worth a lot of their own. */
const fewestRows = 2500

/** A file as it came, and how its columns are named. */
export type ImportFile = {
  readonly file: UploadedFile
  readonly format: TableFormat
  readonly columns: readonly KnownColumn[]
  /** Ends the reading. */
  readonly signal: AbortSignal
}

/** How many rows are staged, their columns, and those of them that some row clears. */
export type Staged = { readonly rows: number; readonly columns: ReadonlySet<string>; readonly cleared: ReadonlySet<string> }

/** Makes the temporary table that holds rows of a file: columns of the registry, with their own types. It goes with the transaction. */
export const createStagingTable = (tx: Transaction, columns: readonly string[]): PromiseLike<unknown> =>
  runStatement(
    tx,
    `CREATE TEMPORARY TABLE import_row ON COMMIT DROP AS
    SELECT 0 AS row_number, patient_identity.center_id AS key, NULL::text[] AS cleared, ${columns.join(', ')}
    FROM patient, patient_identity, patient_personal, patient_medical WITH NO DATA`,
  )

const swallow = (): void => {}

/** Rows on their way into the staging table, all with the same columns. */
class Stage {
  readonly #tx: Transaction
  readonly #columns: readonly string[]
  readonly #cleared = new Set<string>()
  #copy: Writable | undefined
  rows = 0

  constructor(tx: Transaction, columns: readonly string[]) {
    this.#tx = tx
    this.#columns = columns
  }

  holds(columns: readonly string[]): boolean {
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
    // An error is also told to whoever writes next; nobody may be writing when it comes.
    return copy.on('error', swallow)
  }

  async end(): Promise<Staged> {
    await this.#close((copy) => copy.end())
    return { rows: this.rows, columns: new Set(this.#columns), cleared: this.#cleared }
  }

  /** Gives up what was begun; the transaction is lost with it. */
  async abandon(): Promise<void> {
    await this.#close((copy) => copy.destroy(new Error('the file was refused'))).catch(swallow)
  }

  async #close(how: (copy: Writable) => void): Promise<void> {
    const copy = this.#copy
    this.#copy = undefined
    if (!copy) return
    const closed = finished(copy)
    how(copy)
    await closed
  }
}

/** Tables are prepared while the reader starts; then each lot is stored. */
export type BatchStore = { readonly prepare: () => Promise<void>; readonly store: (staged: Staged) => Promise<void> }

/**
 * Reads a file in a process of its own, stages what is good of it, some thousand rows at a time, and has `store` take each lot while the
 * process reads on. @throws Refusal where the file as a whole is refused (D4)
 */
export const stageAndStore = async (
  tx: Transaction,
  readers: ReaderPool,
  { file, format, columns, signal }: ImportFile,
  options: ReadingOptions,
  { prepare, store }: BatchStore,
): Promise<ReadingDone> => {
  const stop = new AbortController()
  const task = { format, columns, busySeconds, signal: AbortSignal.any([stop.signal, signal]), transform: { url: transform, options } }
  const steps = readers.transform<ReadingOptions, ReadingReport>(file.path, task)
  let stage: Stage | undefined
  let done: ReadingDone | undefined
  const flush = async (): Promise<void> => {
    const full = stage
    stage = undefined
    if (full) await store(await full.end())
  }
  // A write may wait for a database that takes nothing more.
  const abandon = (): void => void stage?.abandon()
  signal.addEventListener('abort', abandon)
  try {
    await prepare()
    for await (const read of prefetch(steps, aheadBytes, () => stop.abort())) {
      for (const { bytes, report } of read) {
        if (report?.kind === 'done') done = report
        if (report?.kind !== 'rows' || !bytes || report.count === 0) continue
        if (stage && !stage.holds(report.columns)) await flush()
        stage ??= new Stage(tx, report.columns)
        await stage.add(report, bytes)
      }
      if (stage && stage.rows >= fewestRows) await flush()
    }
    await flush()
  } catch (error) {
    stop.abort()
    await stage?.abandon()
    throw appErrorFromTable(error)
  } finally {
    signal.removeEventListener('abort', abandon)
  }
  if (!done) throw new Error('the reader ended without its report')
  return done
}
