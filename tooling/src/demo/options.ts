import { parseArgs } from 'node:util'
import { EnvError } from '@registry/server/app/env'

/** The options of `pnpm demo` and `pnpm dev`. */
export type DemoOptions = {
  /** Start with an empty database. */
  readonly fresh: boolean
  /** The number of patients in a new database. Undefined means the default of the demonstration. */
  readonly patients: number | undefined
  /** Serve the apps as they were built before. */
  readonly built: boolean
}

/** The generator numbers patients with the mobile numbers from 333 0000001 on. */
const maxPatients = 1_000_000

const parsePatients = (text: string): number => {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= 1 && number <= maxPatients) return number
  throw new EnvError('--patients', `a whole number from 1 to ${maxPatients}, for instance --patients 100000`)
}

/** Parses the arguments of the demonstration. @throws Error with one line that names the wrong argument */
export const readDemoOptions = (args: readonly string[]): DemoOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: { fresh: { type: 'boolean' }, patients: { type: 'string' }, built: { type: 'boolean' } },
  })
  return {
    fresh: values.fresh ?? false,
    patients: values.patients === undefined ? undefined : parsePatients(values.patients),
    built: values.built ?? false,
  }
}
