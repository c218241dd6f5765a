import { parseArgs } from 'node:util'

/** What may follow `pnpm demo`. */
export type DemoOptions = {
  /** Begin with an empty database. */
  readonly fresh: boolean
  /** How many patients a new database gets; without it, the demonstration's own number. */
  readonly patients: number | undefined
}

/** The generator numbers patients with the mobile numbers from 333 0000001 on. */
const mostPatients = 1_000_000

const wholeNumber = (written: string): number => {
  const number = Number(written)
  if (/^\d+$/.test(written) && number >= 1 && number <= mostPatients) return number
  throw new Error(`--patients: a whole number from 1 to ${mostPatients}, for instance --patients 100000`)
}

/** Reads the arguments of the demonstration. @throws Error with one line that names the wrong argument */
export const readDemoOptions = (args: readonly string[]): DemoOptions => {
  const { values } = parseArgs({ args: [...args], options: { fresh: { type: 'boolean' }, patients: { type: 'string' } } })
  return { fresh: values.fresh ?? false, patients: values.patients === undefined ? undefined : wholeNumber(values.patients) }
}
