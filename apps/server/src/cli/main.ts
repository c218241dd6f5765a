import { inspect } from 'node:util'
import { EnvError, readMigrationEnv } from '../app/env.ts'
import { prepareDatabase } from '../app/prepare-database.ts'
import { printAffected } from './affected.ts'
import { verifyEvidence } from './verify-command.ts'

/**
 * Migrates the database before the servers of this version start. Those servers then need no connection as the owner of the tables.
 * @throws EnvError when a variable is missing or wrong
 */
const migrateDatabase = async (): Promise<string> => {
  const env = readMigrationEnv(process.env)
  return `migrated: ${await prepareDatabase(env.DATABASE_OWNER_URL, env)} migrations were pending`
}

type Command = { readonly description: string; readonly run: (args: readonly string[]) => Promise<string> }

/** The operator's commands (REQ-OPS-06). Each prints a result. A failure prints one line to the error output, with exit code 1. */
const commands: Readonly<Record<string, Command>> = {
  migrate: {
    description: 'migrates the database to this version, as its owner (DATABASE_OWNER_URL)',
    run: migrateDatabase,
  },
  verify: {
    description:
      'recomputes every hash of the consent ledger and of the audit log, and names the first row that does not match; with --head <position>:<hash> of an earlier run it also detects a removed end of the log',
    run: (args) => verifyEvidence(process.env, args),
  },
  affected: {
    description:
      'lists as CSV the patients whose data a user read, exported or changed: --user <e-mail, or "center CODE"> --from 2026-03-01 --to 2026-03-31',
    run: (args) => printAffected(process.env, args),
  },
}

const usage = (): string =>
  ['pnpm registry <command>', ...Object.entries(commands).map(([name, { description }]) => `  ${name.padEnd(10)} ${description}`)].join(
    '\n',
  )

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
