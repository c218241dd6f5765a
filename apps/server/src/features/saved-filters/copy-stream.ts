import { finished } from 'node:stream/promises'
import type { Transaction } from '@registry/db/transaction'

const ignore = (): void => {}

/**
 * The bytes of a COPY, in pieces of some tens of kilobytes. When the reader stops early the statement is cancelled and what is
 * still under way is thrown away: the connection must come to the end of its answer before the transaction can (FAULT-17).
 */
export async function* streamCopy({ sql }: Transaction, statement: string): AsyncGenerator<Buffer> {
  const query = sql.unsafe(statement)
  const copy = await query.readable()
  let whole = false
  try {
    for await (const piece of copy.iterator({ destroyOnReturn: false })) yield piece
    whole = true
  } finally {
    if (!whole) {
      // Through a connection of its own: once a COPY has begun, the driver needs the patch for it (decision 0020).
      const cancelled: unknown = query.cancel()
      copy.on('error', ignore).resume()
      await finished(copy).catch(ignore)
      // Until the cancellation is through it could still hit the next statement of this connection.
      await Promise.resolve(cancelled).catch(ignore)
    }
    // The driver stops its socket when a piece is more than the reader has room for, and starts it again when the reader asks for more,
    // which nobody does after the last piece: the next statement of the transaction would wait for its answer for ever.
    copy._read(0)
  }
}

const newline = 10

/** How many rows end in a piece of COPY output; a line break inside a quoted cell counts too, which progress can bear. */
export const countRows = (piece: Uint8Array): number => {
  let rows = 0
  for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) rows += 1
  return rows
}
