/** A cell of a table in memory. Dates are `yyyy-mm-dd`. */
export type Value = string | number | boolean | null

const copyEscapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Formats a value as COPY text, so that one writer serves tables in memory and large exports. */
export const formatCopyCell = (value: Value): string =>
  value === null ? '\\N' : String(value).replace(/[\\\t\n\r]/g, (character) => copyEscapes[character] ?? character)

export const formatCopyLine = (row: readonly Value[]): string => `${row.map(formatCopyCell).join('\t')}\n`

/** Rows per chunk. One chunk takes less than a millisecond. */
const chunkRows = 500

/** Yields a table in memory as COPY text, in chunks. */
export function* formatCopyChunks(rows: readonly (readonly Value[])[]): Generator<Buffer> {
  for (let from = 0; from < rows.length; from += chunkRows) {
    yield Buffer.from(
      rows
        .slice(from, from + chunkRows)
        .map(formatCopyLine)
        .join(''),
    )
  }
}
