/**
 * Takes apart what `COPY (…) TO STDOUT` gives in its text format: rows end with a line feed, cells with a tab, null is `\N`, and these
 * characters are written with a backslash where a cell has them (PostgreSQL, COPY, "Text Format").
 */
const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** The text of a cell that is not null. */
export const cellText = (raw: string): string =>
  raw.includes('\\') ? raw.replace(/\\([\s\S])/g, (_, character: string) => escapes[character] ?? character) : raw

/** Whole rows from pieces that end anywhere: each piece given is the lines that are complete by then, with their line feeds. */
export async function* copyLines(copy: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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
