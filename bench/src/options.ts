import { parseArgs } from 'node:util'

export const goalNames = [
  'exports',
  'counts',
  'cohort',
  'reads',
  'imports',
  'receipts',
  'history',
  'studies',
  'records',
  'contacts',
  'page',
] as const
export type GoalName = (typeof goalNames)[number]

export type Options = {
  readonly patients: number
  /** How often each task is measured. */
  readonly rounds: number
  readonly goals: readonly GoalName[]
  /** The ISO date of the report. */
  readonly date: string
  /** A directory that keeps the registry for the next run. Without it all data are temporary. */
  readonly data: string | undefined
  /** If true, the figures replace those of docs/benchmarks.md. */
  readonly keep: boolean
}

export const usage = `pnpm bench [--patients 100000] [--rounds 3] [--goals ${goalNames.join(',')}] [--date yyyy-mm-dd] [--data directory] [--keep=false]`

const count = (name: string, text: string): number => {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new RangeError(`--${name} must be a whole number above 0`)
  return number
}

const parseGoals = (text: string): GoalName[] => {
  const names = text.split(',')
  const unknown = names.find((name) => !goalNames.some((goal) => goal === name))
  if (unknown !== undefined) throw new RangeError(`--goals has no ${unknown}: use ${goalNames.join(', ')}`)
  return goalNames.filter((goal) => names.includes(goal))
}

/** Parses the command line. @throws for an unknown option or value */
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
    goals: parseGoals(values.goals),
    date: values.date,
    data: values.data,
    keep: values.keep !== 'false',
  }
}
