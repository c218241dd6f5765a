import { createHash, randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileFormat, FilterRun } from '@registry/api-contract/saved-filters'
import type { Caller } from '@registry/api-contract/caller'
import { quotedLiterals } from '@registry/db/sql/expression'
import { withRole, type Transaction } from '@registry/db/transaction'
import { mediaTypes } from '@registry/tabular/format'
import { formatItalianDay } from '../../day.ts'
import type { Deps } from '../../deps.ts'
import { createFileResponse, type FileResponse } from '../../http/downloads.ts'
import { readTransaction } from '../../audit/operation.ts'
import { throttle } from '../../http/throttle.ts'
import { maxSeconds, runCondition } from '../../condition-failure.ts'
import { startExport } from './export-progress.ts'
import { findFilter } from './find.ts'
import { formatFile } from './format-file.ts'
import { choosePatients, writeManifest, writeOutcome, type Precision } from './manifest.ts'
import { findAreas, lockExport } from './queries.ts'
import { streamCopy, countRows } from './copy-stream.ts'
import { buildCopyStatement, buildQuery, buildSources } from '../../filter-query.ts'
import { requireHeldRole } from './run-role.ts'

/** Maximum duration of an export (FAULT-16). */
const statementTimeout = '10min'
/** Parallel workers would each scan the whole table for the join, which is half as much work again. Only one process writes. */
const noParallel = `SET LOCAL max_parallel_workers_per_gather = 0`
const limitStatements = async ({ sql }: Transaction, limit: string): Promise<void> => {
  await sql`SELECT set_config('statement_timeout', ${limit}, true)`
}
/** Bytes that are buffered for a slow client. */
const bodyBytes = 256 * 1024

/** Calls `observe` with each piece and passes it on. */
async function* tap(pieces: AsyncIterable<Buffer>, observe: (piece: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    observe(piece)
    yield piece
  }
}

/** Counts rows and bytes and hashes the bytes of the sent file. */
const createCounter = () => {
  const hash = createHash('sha256')
  const totals = { rows: 0, bytes: 0 }
  const addBytes = (piece: Buffer): void => {
    totals.bytes += piece.length
    hash.update(piece)
  }
  return { totals, addBytes, finish: () => ({ ...totals, sha256: hash.digest('hex') }) }
}

/**
 * Exports a filter as a file: first the manifest, then the rows as a stream (REQ-EXP-04). An error before the first byte is a normal
 * response. An error after it breaks the connection, and the outcome records the sent bytes (REQ-EXP-03).
 */
export const exportFilter = (
  deps: Deps,
  caller: Caller,
  run: FilterRun,
  format: FileFormat,
  precision: Precision,
): Promise<FileResponse> => {
  requireHeldRole(caller, run.asRole)
  const id = randomUUID()
  const progress = startExport(caller, id)
  const response = Promise.withResolvers<FileResponse>()
  const body = new PassThrough({ highWaterMark: bodyBytes })
  const { totals, addBytes, finish } = createCounter()
  let started = false
  let complete = false

  const send = async (tx: Transaction): Promise<void> => {
    const filter = await findFilter(tx, caller, run.id)
    const query = buildQuery(filter)
    const today = formatItalianDay(deps.clock())
    const areas = precision.generalise ? await findAreas(tx) : undefined
    await tx.sql.unsafe(noParallel)
    await limitStatements(tx, filter.where?.kind === 'sql' ? `${maxSeconds}s` : statementTimeout)
    const chosen = await runCondition(() => choosePatients(tx, query, today, areas))
    await limitStatements(tx, statementTimeout)
    const { total } = chosen
    const copy = buildCopyStatement(query.fields, buildSources(query.where, quotedLiterals, today), areas)
    await lockExport(tx, id)
    await writeManifest(deps, caller, { id, run, format, filter, query, precision }, chosen)
    started = true
    response.resolve(createFileResponse(`filtro_${filter.id}.${format}`, mediaTypes[format], body, { exportId: id, rows: total }))
    progress.setTotal(total)
    const addRows = (piece: Buffer): void => {
      totals.rows += countRows(piece)
      progress.setRows(totals.rows)
    }
    const streamRows = async (inside: Transaction): Promise<void> => {
      const rows = streamCopy(inside, copy)
      const pieces = tap(formatFile(tap(throttle(rows), addRows), format, query.fields, total), addBytes)
      try {
        await pipeline(pieces, body)
        complete = true
      } finally {
        // When the client disconnects, the pipeline fails at once. The connection accepts no rollback before its COPY has ended.
        await rows.return(undefined)
      }
    }
    await withRole(tx, 'registry_filter', streamRows)
  }

  const fail = async (error: unknown): Promise<void> => {
    response.reject(error)
    const clientLeft = body.destroyed
    if (!complete) body.destroy(started && error instanceof Error ? error : undefined)
    // `complete`: the whole file was sent, and only the end of the transaction was lost with the connection.
    const outcome = complete ? 'complete' : clientLeft ? 'partial' : 'failed'
    if (started) await writeOutcome(deps, caller, id, { outcome, ...finish() })
  }
  readTransaction(deps, caller, send, { asRole: run.asRole, isolation: 'isolation level repeatable read read only' })
    .finally(progress.end)
    .then(() => writeOutcome(deps, caller, id, { outcome: 'complete', ...finish() }), fail)
    .catch((error: unknown) => deps.log.error({ err: error, requestId: caller.requestId }, 'the outcome of an export could not be stored'))
  return response.promise
}
