/** One row of the table in docs/benchmarks.md. */
export type Result = { readonly goal: string; readonly measured: string; readonly met: boolean }

export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : [sorted[middle - 1], sorted[middle]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}

/** Returns the time that 95 of 100 tasks do not exceed. */
export const find95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN

const formatSpread = (numbers: readonly number[], digits: number): string => {
  const [middle, low, high] = [median(numbers), Math.min(...numbers), Math.max(...numbers)].map((number) => number.toFixed(digits))
  return `${middle} (${low}–${high})`
}

/** Formats ratios as their median with minimum and maximum. */
export const formatRatios = (ratios: readonly number[]): string => formatSpread(ratios, 2)

export const formatMs = (times: readonly number[]): string => `${formatSpread(times, times.some((ms) => ms < 10) ? 1 : 0)} ms`

/** A result about the time of a task, by its median. */
export const timeResult = (work: string, times: readonly number[], maxMs: number): Result => ({
  goal: `${work}: ≤ ${maxMs} ms`,
  measured: formatMs(times),
  met: median(times) <= maxMs,
})

/** A result about the growth of the median time since a smaller registry. */
export const growthResult = (work: string, times: readonly number[], before: readonly number[], most: number): Result => {
  const ratio = median(times) / median(before)
  return { goal: `${work}: ≤ ${most} × the time`, measured: `${ratio.toFixed(1)} ×, ${formatMs(times)}`, met: ratio <= most }
}

/** A result about the time that 95 of 100 tasks do not exceed. */
export const slowest95Result = (work: string, times: readonly number[], maxMs: number): Result => ({
  goal: `${work}: 95 % within ${maxMs} ms`,
  measured: `95 % within ${find95(times).toFixed(0)} ms, median ${median(times).toFixed(0)} ms`,
  met: find95(times) <= maxMs,
})

/** Formats a row for the table of docs/benchmarks.md. */
export const formatRow = ({ goal, measured, met }: Result, date: string, command: string): string =>
  `| ${goal} | ${met ? '' : '**missed** '}${measured} | ${date} | \`${command}\` |`
