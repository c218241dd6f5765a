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
import { admitExport } from './export-progress.ts'
import { findFilter } from './find.ts'
import { written } from './formats.ts'
import { choose, holdExport, writeManifest, writeOutcome } from './manifest.ts'
import { copyOut, rowsIn } from './pour.ts'
import { copyOf, queryOf, sourcesOf } from './query.ts'
import { requireRunRole } from './run-role.ts'

/** Longest time an export may take (security.md R16). */
const longest = '10min'
/** Several processes would each go through the whole record to join it: half as much work again, and the writing is one process's anyway. */
const settings = `SET LOCAL statement_timeout = '${longest}'; SET LOCAL max_parallel_workers_per_gather = 0`
/** Bytes that may wait for a slow client. */
const bodyBytes = 256 * 1024

/** Passes pieces on and shows each to `see`. */
async function* seen(pieces: AsyncIterable<Buffer>, see: (piece: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    see(piece)
    yield piece
  }
}

/** What has passed through an export so far. */
const scale = () => {
  const hash = createHash('sha256')
  const weight = { rows: 0, bytes: 0 }
  const weigh = (piece: Buffer): void => {
    weight.bytes += piece.length
    hash.update(piece)
  }
  return { weight, weigh, sum: () => ({ ...weight, sha256: hash.digest('hex') }) }
}

/**
 * A filter as a file: manifest first, then the rows as they come from the database, formatted on the way and never held whole.
 * Refuses before the first byte; a failure after it breaks the answer off, and the outcome says how far it came (D4, D10).
 */
export const exportFilter = (deps: Deps, caller: Caller, run: FilterRun, format: FileFormat): Promise<FileResponse> => {
  requireRunRole(caller, run.asRole)
  const id = randomUUID()
  const progress = admitExport(caller, id)
  const answer = Promise.withResolvers<FileResponse>()
  const body = new PassThrough({ highWaterMark: bodyBytes })
  const { weight, weigh, sum } = scale()
  let begun = false
  let whole = false

  const send = async (tx: Transaction): Promise<void> => {
    const filter = await findFilter(tx, caller, run.id)
    const query = queryOf(filter)
    const today = formatItalianDay(deps.clock())
    await tx.sql.unsafe(settings)
    const chosen = await choose(tx, query, today)
    const { total } = chosen
    const copy = copyOf(query.fields, sourcesOf(query.where, quotedLiterals, today))
    await holdExport(tx, id)
    await writeManifest(deps, caller, { id, run, format, filter, query }, chosen)
    begun = true
    answer.resolve(createFileResponse(`filtro_${filter.id}.${format}`, mediaTypes[format], body, { exportId: id, rows: total }))
    progress.of(total)
    const count = (piece: Buffer): void => {
      weight.rows += rowsIn(piece)
      progress.at(weight.rows)
    }
    const pour = async (inside: Transaction): Promise<void> => {
      const rows = copyOut(inside, copy)
      const pieces = seen(written(seen(throttle(rows), count), format, query.fields, total), weigh)
      try {
        await pipeline(pieces, body)
        whole = true
      } finally {
        // The pipeline fails at once when the client leaves; the connection takes no rollback before its COPY has ended, and would be lost.
        await rows.return(undefined)
      }
    }
    await withRole(tx, 'registry_filter', pour)
  }

  const fail = async (error: unknown): Promise<void> => {
    answer.reject(error)
    const left = body.destroyed
    if (!whole) body.destroy(begun && error instanceof Error ? error : undefined)
    // The file left whole, and only the end of its transaction was lost with the connection.
    const outcome = whole ? 'complete' : left ? 'partial' : 'failed'
    if (begun) await writeOutcome(deps, caller, id, { outcome, ...sum() })
  }
  readTransaction(deps, caller, send, { asRole: run.asRole, isolation: 'isolation level repeatable read read only' })
    .finally(progress.end)
    .then(() => writeOutcome(deps, caller, id, { outcome: 'complete', ...sum() }), fail)
    .catch((error: unknown) => deps.log.error({ err: error, requestId: caller.requestId }, 'the outcome of an export could not be kept'))
  return answer.promise
}
