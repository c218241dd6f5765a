import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import type { z } from 'zod'
import { EnvError } from '../app/env.ts'

/** An operator's command. `run` returns the text to print. */
export type Command = {
  readonly description: string
  /** The options as the help prints them, for example `--user <e-mail>`. */
  readonly options: string
  readonly run: (args: readonly string[]) => Promise<string>
}

/** The command found something wrong, or must not be run now: exit code 1. A wrong option or variable is an EnvError: exit code 2. */
export class CommandProblem extends Error {}

/**
 * Reads the options of a command, and its one argument if it has a name.
 * @throws EnvError naming the first missing, wrong or unknown option
 */
export const parseOptions = <T>(args: readonly string[], options: ParseArgsOptionsConfig, Options: z.ZodType<T>, argument?: string): T => {
  const parsed = Options.safeParse(readValues(args, options, argument))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const name = issue?.path.join('.') ?? ''
  throw new EnvError(name === argument ? name : `--${name}`, issue?.message ?? 'wrong')
}

const readValues = (args: readonly string[], options: ParseArgsOptionsConfig, argument: string | undefined): unknown => {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals: argument !== undefined })
    if (argument === undefined || positionals.length === 0) return { ...values }
    if (positionals.length > 1) throw new Error(`only one ${argument} is possible`)
    return { ...values, [argument]: positionals[0] }
  } catch (error) {
    const [problem = 'wrong'] = error instanceof Error ? error.message.split(/\n|\. /, 1) : []
    throw new EnvError('options', `${problem}; --help explains the options`)
  }
}
