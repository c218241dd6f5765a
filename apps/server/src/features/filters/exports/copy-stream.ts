import { finished } from 'node:stream/promises'
import type { Transaction } from '@registry/db/transaction'

const ignore = (): void => {}

/**
 * Yields the bytes of a COPY in pieces of some tens of kilobytes. If the reader stops early, it cancels the statement and discards the
 * rest. The connection must finish its response before the transaction can end (FAULT-17).
 */
export async function* streamCopy({ sql }: Transaction, statement: string): AsyncGenerator<Buffer> {
  const query = sql.unsafe(statement)
  const copy = await query.readable()
  let complete = false
  try {
    for await (const piece of copy.iterator({ destroyOnReturn: false })) yield piece
    complete = true
  } finally {
    if (!complete) {
      // The cancellation uses a second connection, which needs the patched driver after a COPY has started (decision 0020).
      const cancelled: unknown = query.cancel()
      copy.on('error', ignore).resume()
      await finished(copy).catch(ignore)
      // A late cancellation could cancel the next statement of this connection.
      await Promise.resolve(cancelled).catch(ignore)
    }
    // The driver pauses its socket if a piece is larger than the buffer and resumes it at the next read. After the last piece no read
    // follows, so the next statement of the transaction would wait forever.
    copy._read(0)
  }
}

const newline = 10

/** Counts the line ends in a piece of COPY output. A line break inside a cell counts too, which is precise enough for the progress. */
export const countRows = (piece: Uint8Array): number => {
  let rows = 0
  for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) rows += 1
  return rows
}
