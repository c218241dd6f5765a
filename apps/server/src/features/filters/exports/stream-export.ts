import { createHash, randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Caller } from '@registry/api-contract/caller'
import type { ExportFormat } from '@registry/domain/file-formats'
import { withRole, type Transaction } from '@registry/db/transaction'
import { AppError } from '@registry/domain/error'
import { mediaTypes } from '@registry/tabular/format'
import type { Delimiter, OutputColumn } from '@registry/tabular/write/column'
import { readTransaction, type ScopeOptions, writeTransaction } from '../../../audit/operation.ts'
import type { Deps } from '../../../app/deps.ts'
import { createFileResponse, type FileResponse } from '../../../http/downloads.ts'
import type { LegacyCall } from '../../../http/legacy/route.ts'
import { countRows, streamCopy } from './copy-stream.ts'
import { formatFile } from './format-file.ts'
import { limitStatements } from '../../../shared/limit-statements.ts'
import { lockExport, insertOutcome, type Outcome } from './queries.ts'
import { toAppError } from '../../../shared/errors/to-app-error.ts'

/** Attempts to store an outcome while the database is unavailable. After the last one, the next start marks the export as interrupted. */
const maxOutcomeAttempts = 60
const retryDelayMs = 1000

/** Stores the outcome of an export. Its audit entry was written with the manifest. */
const writeOutcome = async (
  deps: Deps,
  caller: Caller,
  manifestId: string,
  outcome: Outcome,
  attempts = maxOutcomeAttempts,
): Promise<void> => {
  try {
    await writeTransaction(deps, caller, (tx) => insertOutcome(tx, manifestId, outcome))
  } catch (error) {
    if (attempts <= 1 || toAppError(error)?.detail.code !== 'not_ready') throw error
    await sleep(retryDelayMs, undefined, { ref: false })
    await writeOutcome(deps, caller, manifestId, outcome, attempts - 1)
  }
}

/** Maximum duration of an export (FAULT-16). */
const statementTimeout = '10min'
/** Bytes that are buffered for a slow client. */
const bodyBytes = 256 * 1024

/** Calls `observe` with each piece and passes it on. */
async function* tap(pieces: AsyncIterable<Buffer>, observe: (piece: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    observe(piece)
    yield piece
  }
}

/** Passes the pieces on, and runs `after` when the last one was accepted. */
async function* followedBy(pieces: AsyncIterable<Buffer>, after: () => Promise<void>): AsyncGenerator<Buffer> {
  yield* pieces
  await after()
}

/** Counts rows and bytes and hashes the bytes of the sent file. */
const createCounter = () => {
  const hash = createHash('sha256')
  const totals = { rows: 0, bytes: 0 }
  const addBytes = (piece: Buffer): void => {
    totals.bytes += piece.length
    hash.update(piece)
  }
  const readHash = (): string => hash.copy().digest('hex')
  return { totals, addBytes, readHash, finish: () => ({ ...totals, sha256: readHash() }) }
}

/** A file whose manifest is committed. `copy` runs in the snapshot that selected its patients. */
export type PreparedExport = {
  /** The name of the file without its ending. */
  readonly name: string
  readonly columns: readonly OutputColumn[]
  readonly delimiter: Delimiter
  readonly total: number
  readonly copy: string
  /** Packs the data of the format `package` as a stream (REQ-EXP-08). `open` starts another COPY of the same snapshot, after the data. */
  readonly pack?: (data: AsyncIterable<Buffer>, open: (copy: string) => AsyncIterable<Buffer>) => AsyncIterable<Buffer>
  /** The required hash of the whole file. With another hash, the file is incomplete (REQ-EXP-11). */
  readonly sha256?: string
  /** Runs after the last row and before the end of the file. If it fails, the file is incomplete. */
  readonly complete?: () => Promise<void>
}

/** A package is a ZIP with the data as CSV (REQ-EXP-08). */
const describeFile = (format: ExportFormat) =>
  format === 'package'
    ? ({ dataFormat: 'csv', ending: 'zip', contentType: 'application/zip' } as const)
    : { dataFormat: format, ending: format, contentType: mediaTypes[format] }

/** The request of an export. Its signal aborts when the client disconnects. */
export type ExportCall = Pick<LegacyCall, 'request' | 'signal'>

/** The id that a page gives to its export, to follow it before the answer. The export of another program has the id of its manifest. */
const ProgressId = z.uuid().optional().catch(undefined)

type ExportOptions = {
  readonly format: ExportFormat
  readonly scope: Pick<ScopeOptions, 'asRole' | 'centre'>
  readonly call: ExportCall
  /** Selects the patients and commits the manifest with this id, in the snapshot of the file. */
  readonly prepare: (tx: Transaction, id: string) => Promise<PreparedExport>
}

/**
 * Exports rows as a file: first the manifest, then the rows as a stream (REQ-EXP-04). An error before the first byte is a normal response.
 * An error after it breaks the connection, and the outcome records the sent bytes (REQ-EXP-03).
 */
export const streamExport = async (
  deps: Deps,
  caller: Caller,
  { format, scope, call: { request, signal }, prepare }: ExportOptions,
): Promise<FileResponse> => {
  const id = randomUUID()
  const progress = await deps.exports.start(caller, ProgressId.parse(request.headers['x-progress-id']) ?? id)
  const response = Promise.withResolvers<FileResponse>()
  const body = new PassThrough({ highWaterMark: bodyBytes })
  const { totals, addBytes, readHash, finish } = createCounter()
  const { dataFormat, ending, contentType } = describeFile(format)
  let started = false
  let complete = false

  const send = async (tx: Transaction): Promise<void> => {
    await limitStatements(tx, statementTimeout)
    await lockExport(tx, id)
    const prepared = await prepare(tx, id)
    // A free condition has a shorter limit.
    await limitStatements(tx, statementTimeout)
    const { name, columns, delimiter, total, copy, pack = (data) => data } = prepared
    started = true
    response.resolve(createFileResponse(`${name}.${ending}`, contentType, body, { exportId: id, rows: total }))
    progress.update({ total })
    const addRows = (piece: Buffer): void => {
      totals.rows += countRows(piece)
      progress.update({ rows: Math.min(total, totals.rows) })
    }
    const finishFile = async (): Promise<void> => {
      if (prepared.sha256 !== undefined && prepared.sha256 !== readHash()) throw new Error('A repeated export has other bytes')
      if (!body.destroyed) await prepared.complete?.()
      await progress.finish()
    }
    const streamRows = async (inside: Transaction): Promise<void> => {
      const opened: AsyncGenerator<Buffer>[] = []
      const open = (statement: string): AsyncIterable<Buffer> => {
        const rows = streamCopy(inside, statement)
        opened.push(rows)
        return rows
      }
      const data = formatFile(tap(open(copy), addRows), dataFormat, columns, delimiter, total)
      const pieces = tap(pack(data, open), addBytes)
      try {
        await pipeline(followedBy(pieces, finishFile), body)
        complete = true
      } finally {
        // When the client disconnects, the pipeline fails immediately. The connection accepts no rollback before its COPY has ended.
        for (const rows of opened) await rows.return(undefined)
      }
    }
    await withRole(tx, 'registry_filter', streamRows)
  }

  const fail = async (error: unknown): Promise<void> => {
    // The client disconnected before the manifest.
    response.reject(signal.aborted && !started ? new AppError('busy', { seconds: 30 }) : error)
    const clientLeft = body.destroyed
    if (!complete) body.destroy(started && error instanceof Error ? error : undefined)
    // `complete`: the whole file was sent, and only the end of the transaction was lost with the connection.
    const outcome = complete ? 'complete' : clientLeft ? 'partial' : 'failed'
    if (started) await writeOutcome(deps, caller, id, { outcome, ...finish() })
  }
  const isolation = 'isolation level repeatable read read only'
  progress
    .run(() => readTransaction(deps, caller, send, { ...scope, isolation }), signal)
    .then(() => writeOutcome(deps, caller, id, { outcome: 'complete', ...finish() }), fail)
    .catch((error: unknown) => deps.log.error({ err: error, requestId: caller.requestId }, 'the outcome of an export could not be stored'))
  return response.promise
}
