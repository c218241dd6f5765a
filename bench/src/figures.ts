/** One line of the result. Ratios are ours to the other's, so that more is better for speed and less for CPU. */
export type Figure = {
  readonly goal: string
  readonly work: string
  readonly wanted: string
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

const places = (number: number): string => number.toFixed(2)

/** The median with what it was taken from: machines differ from one moment to the next. */
export const spread = (numbers: readonly number[]): string =>
  `${places(median(numbers))} (${places(Math.min(...numbers))}–${places(Math.max(...numbers))})`

const verdict = (met: boolean | undefined): string => (met === undefined ? '–' : met ? 'met' : 'missed')

const heads = ['goal', 'work', 'wanted', 'measured: median (least–most)', 'CPU', 'server memory', 'verdict'] as const

const cellsOf = ({ goal, work, wanted, measured, cpu, memory, met }: Figure): readonly string[] => [
  goal,
  work,
  wanted,
  measured,
  cpu,
  memory,
  verdict(met),
]

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** The figures as a Markdown table. */
export const table = (figures: readonly Figure[]): string =>
  [line(heads), line(heads.map(() => '---')), ...figures.map((figure) => line(cellsOf(figure)))].join('\n')
