/** Escapes in the text format of `COPY (…) TO STDOUT` (PostgreSQL, COPY, "Text Format"). */
const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** Decodes a cell that is not null. */
export const decodeCopyCell = (raw: string): string =>
  raw.includes('\\') ? raw.replace(/\\([\s\S])/g, (_, character: string) => escapes[character] ?? character) : raw

/** Yields the complete lines of each chunk, with their line feeds. A chunk can end within a line. */
export async function* splitCopyLines(copy: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of copy) {
    const end = chunk.lastIndexOf(10) + 1
    if (end === 0) {
      rest = Buffer.concat([rest, chunk])
      continue
    }
    const whole = rest.length === 0 ? chunk.subarray(0, end) : Buffer.concat([rest, chunk.subarray(0, end)])
    rest = chunk.slice(end)
    yield whole
  }
  if (rest.length > 0) throw new Error('COPY ended within a row')
}
