import { inspect } from 'node:util'
import { EnvError } from '../env.ts'
import { migrateDatabase } from './migrate.ts'

/** The operator's commands (D20). Each prints what it did; a failure is one line on the error output and exit code 1. */
const commands: Readonly<Record<string, { readonly what: string; readonly run: () => Promise<string> }>> = {
  migrate: { what: 'brings the database to this version, as its owner (DATABASE_OWNER_URL)', run: () => migrateDatabase(process.env) },
}

const usage = (): string =>
  ['pnpm registry <command>', ...Object.entries(commands).map(([name, { what }]) => `  ${name.padEnd(10)} ${what}`)].join('\n')

const command = commands[process.argv[2] ?? '']
if (command) {
  try {
    console.log(await command.run())
  } catch (error) {
    console.error(error instanceof EnvError ? error.message : inspect(error))
    process.exitCode = 1
  }
} else {
  console.error(usage())
  process.exitCode = 2
}
