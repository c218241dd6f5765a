const chunkBytes = 64 * 1024

/**
 * Yields the same bytes in chunks of 64 KiB, each with its own memory. A chunk can then move to another thread alone: small buffers of
 * Node, zlib and database drivers share memory. Freed memory fits the next chunk.
 */
export async function* coalesceChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let chunk = new Uint8Array(chunkBytes)
  let filled = 0
  for await (const input of bytes) {
    for (let from = 0; from < input.length;) {
      const part = input.subarray(from, from + chunkBytes - filled)
      chunk.set(part, filled)
      filled += part.length
      from += part.length
      if (filled < chunkBytes) continue
      yield chunk
      chunk = new Uint8Array(chunkBytes)
      filled = 0
    }
  }
  if (filled > 0) yield chunk.slice(0, filled)
}
