import { inspect } from 'node:util'
import { EnvError } from '../env.ts'
import { migrateDatabase } from './migrate.ts'
import { verifyEvidence } from './verify-command.ts'

type Command = { readonly what: string; readonly run: (args: readonly string[]) => Promise<string> }

/** The operator's commands (D20). Each prints what it did; a failure is one line on the error output and exit code 1. */
const commands: Readonly<Record<string, Command>> = {
  migrate: { what: 'brings the database to this version, as its owner (DATABASE_OWNER_URL)', run: () => migrateDatabase(process.env) },
  verify: {
    what: 'recomputes every hash of the consent ledger and of the audit log, and names the first row that does not match; --head <position>:<hash> of an earlier run says also whether the end of the log was cut off',
    run: (args) => verifyEvidence(process.env, args),
  },
}

const usage = (): string =>
  ['pnpm registry <command>', ...Object.entries(commands).map(([name, { what }]) => `  ${name.padEnd(10)} ${what}`)].join('\n')

const [name, ...args] = process.argv.slice(2)
const command = commands[name ?? '']
if (command) {
  try {
    console.log(await command.run(args))
  } catch (error) {
    console.error(error instanceof EnvError ? error.message : inspect(error))
    process.exitCode = 1
  }
} else if (name === undefined || name === '--help') {
  console.log(usage())
} else {
  console.error(`${name}: unknown command\n${usage()}`)
  process.exitCode = 2
}
