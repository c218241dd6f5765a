/** One line of the result. Ratios compare the registry with the reference: higher speed and lower CPU are better. */
export type Figure = {
  readonly goal: string
  readonly work: string
  readonly target: string
  readonly measured: string
  readonly cpu: string
  readonly memory: string
  readonly met: boolean | undefined
}

export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

const formatNumber = (number: number): string => number.toFixed(2)

/** Formats the median with minimum and maximum. */
export const spread = (numbers: readonly number[]): string =>
  `${formatNumber(median(numbers))} (${formatNumber(Math.min(...numbers))}–${formatNumber(Math.max(...numbers))})`

export const formatMs = (ms: number): string => ms.toFixed(0)

/** Formats milliseconds as median with minimum and maximum. */
export const formatMsSpread = (times: readonly number[]): string =>
  `${formatMs(median(times))} ms (${formatMs(Math.min(...times))}–${formatMs(Math.max(...times))})`

type Times = { readonly goal: string; readonly work: string; readonly times: readonly number[]; readonly targetMs: number }

/** One line about the time of a work, in milliseconds. */
export const timeFigure = ({ goal, work, times, targetMs }: Times): Figure => ({
  goal,
  work,
  target: `≤ ${targetMs} ms`,
  measured: formatMsSpread(times),
  cpu: '–',
  memory: '–',
  met: median(times) <= targetMs,
})

const verdict = (met: boolean | undefined): string => (met === undefined ? '–' : met ? 'met' : 'missed')

const columnTitles = ['goal', 'work', 'target', 'measured: median (min–max)', 'CPU', 'server memory', 'verdict'] as const

const formatCells = ({ goal, work, target, measured, cpu, memory, met }: Figure): readonly string[] => [
  goal,
  work,
  target,
  measured,
  cpu,
  memory,
  verdict(met),
]

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Formats the figures as a Markdown table. */
export const table = (figures: readonly Figure[]): string =>
  [line(columnTitles), line(columnTitles.map(() => '---')), ...figures.map((figure) => line(formatCells(figure)))].join('\n')
