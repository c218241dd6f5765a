/** Postgres works 10 to 50 ms on the records of so many patients, so other requests do not wait longer for the processor. */
export const patientsPerRange = 20_000

/** How the work on the patients of an export is divided into ranges of their ids (decision 0005). */
export type PatientRanges = {
  /** The maximum number of patients in a range. */
  readonly size: number
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  /** Rests between the ranges. */
  readonly rest: <Range>(ranges: AsyncIterable<Range> | Iterable<Range>) => AsyncIterable<Range> | Iterable<Range>
}

/** For answers that are no files: people wait for them, so nothing rests. */
export const rangesWithoutRests: PatientRanges = {
  size: patientsPerRange,
  signal: new AbortController().signal,
  rest: (ranges) => ranges,
}

/** Splits ids, one text with commas, into texts of at most `size` ids. */
export function* splitIds(ids: string, size: number): Generator<string> {
  for (let start = 0; start < ids.length;) {
    let comma = start
    for (let count = 0; count < size && comma !== -1; count += 1) comma = ids.indexOf(',', comma + 1)
    const end = comma === -1 ? ids.length : comma
    yield ids.slice(start, end)
    start = end + 1
  }
}
