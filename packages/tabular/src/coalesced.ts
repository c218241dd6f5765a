const pieceBytes = 64 * 1024

/**
 * The same bytes in pieces of one size, each with memory of its own: a piece can be handed to another thread without taking along what
 * shares its memory, as the small buffers of Node, zlib and database drivers do; and memory that is given back fits the next piece.
 */
export async function* coalesced(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let piece = new Uint8Array(pieceBytes)
  let filled = 0
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length;) {
      const part = chunk.subarray(from, from + pieceBytes - filled)
      piece.set(part, filled)
      filled += part.length
      from += part.length
      if (filled < pieceBytes) continue
      yield piece
      piece = new Uint8Array(pieceBytes)
      filled = 0
    }
  }
  if (filled > 0) yield piece.slice(0, filled)
}
