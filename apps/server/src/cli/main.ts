import { inspect } from 'node:util'
import { MigrationProblem } from '@registry/db/release'
import { EnvError } from '../app/env.ts'
import { describeDatabaseFailure } from '../app/start-failure.ts'
import { CommandProblem, type Command } from './command.ts'
import { commands } from './commands.ts'

const usage = (): string =>
  [
    'pnpm registry <command>; each command explains its options with --help',
    ...Object.entries(commands).map(([name, { description }]) => `  ${name.padEnd(20)} ${description}`),
    'Exit codes: 0 done, 1 something is wrong, 2 wrong options or variables, or no database',
  ].join('\n')

const help = (name: string, { description, options }: Command): string => `pnpm registry ${name} ${options}`.trim() + `\n${description}`

/** Describes a failure in one line, with its exit code. */
const describeFailure = (error: unknown): readonly [text: string, exitCode: number] => {
  if (error instanceof CommandProblem || error instanceof MigrationProblem) return [error.message, 1]
  if (error instanceof EnvError) return [error.message, 2]
  const failure = describeDatabaseFailure(error)
  return failure === undefined ? [inspect(error), 1] : [`DATABASE_OWNER_URL: ${failure}`, 2]
}

const [name, ...args] = process.argv.slice(2)
const command = commands[name ?? '']
if (name === undefined || name === '--help') {
  console.log(usage())
} else if (!command) {
  console.error(`${name}: unknown command\n${usage()}`)
  process.exitCode = 2
} else if (args.includes('--help')) {
  console.log(help(name, command))
} else {
  try {
    console.log(await command.run(args))
  } catch (error) {
    const [text, exitCode] = describeFailure(error)
    console.error(text)
    process.exitCode = exitCode
  }
}
