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
 * Reads the options of a command.
 * @throws EnvError naming the first missing, wrong or unknown option
 */
export const parseOptions = <T>(args: readonly string[], options: ParseArgsOptionsConfig, Options: z.ZodType<T>): T => {
  const parsed = Options.safeParse(readValues(args, options))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new EnvError(`--${issue?.path.join('.') ?? ''}`, issue?.message ?? 'wrong')
}

const readValues = (args: readonly string[], options: ParseArgsOptionsConfig): unknown => {
  try {
    return { ...parseArgs({ args: [...args], options, strict: true }).values }
  } catch (error) {
    throw new EnvError('options', error instanceof Error ? error.message.split('\n', 1).join('') : 'wrong')
  }
}
