import { parseArgs } from 'node:util'

export const goalNames = ['exports', 'reads', 'imports', 'page'] as const
export type GoalName = (typeof goalNames)[number]

export type Options = {
  readonly patients: number
  /** How often each work is measured, ours and the other in turn. */
  readonly rounds: number
  readonly goals: readonly GoalName[]
  /** The ISO day that stands over the figures. */
  readonly date: string
  /** A directory whose registry is kept for the next run; without it everything is temporary. */
  readonly data: string | undefined
  /** Whether the figures replace those of docs/benchmarks.md. */
  readonly keep: boolean
}

export const usage = `pnpm bench [--patients 100000] [--rounds 3] [--goals ${goalNames.join(',')}] [--date yyyy-mm-dd] [--data directory] [--keep=false]`

const count = (name: string, text: string): number => {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new RangeError(`--${name} must be a whole number above 0`)
  return number
}

const goalsIn = (text: string): GoalName[] => {
  const asked = text.split(',')
  const unknown = asked.find((name) => !goalNames.some((goal) => goal === name))
  if (unknown !== undefined) throw new RangeError(`--goals knows ${goalNames.join(', ')}, not ${unknown}`)
  return goalNames.filter((goal) => asked.includes(goal))
}

/** Reads the command line. @throws when it says something unknown */
export const readOptions = (args: readonly string[], today: string): Options => {
  const { values } = parseArgs({
    args: [...args].filter((arg) => arg !== '--'),
    options: {
      patients: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '3' },
      goals: { type: 'string', default: goalNames.join(',') },
      date: { type: 'string', default: today },
      data: { type: 'string' },
      keep: { type: 'string', default: 'true' },
    },
  })
  return {
    patients: count('patients', values.patients),
    rounds: count('rounds', values.rounds),
    goals: goalsIn(values.goals),
    date: values.date,
    data: values.data,
    keep: values.keep !== 'false',
  }
}
