import { withOwner } from '@registry/server/cli/with-owner'
import { EnvError, readCommandEnv } from '@registry/server/app/env'
import { prepareDatabase } from '@registry/server/app/prepare-database'
import { formatStartFailure } from '@registry/server/app/start-failure'
import { loadDemoOnce } from './demo/load-once.ts'
import { readDemoOptions } from './demo/options.ts'
import { root } from './repository.ts'
import { handleHelp } from './run/help.ts'

/** `migrate` migrates the database and adds reference data. `seed` also adds the demo data to an empty database. */
const runCommand = async (command: string | undefined, args: readonly string[]): Promise<string> => {
  if (command !== 'migrate' && command !== 'seed') throw new EnvError('command', 'must be migrate or seed')
  const env = readCommandEnv(process.env)
  const { patients } = readDemoOptions(args)
  if (command === 'seed' && env.NODE_ENV === 'production') throw new EnvError('NODE_ENV', 'the demo data are rejected in production')
  return withOwner(env, async (owner) => {
    const { migrations } = await prepareDatabase(owner, env)
    if (command === 'seed') await loadDemoOnce(owner, patients)
    return `${command} is done; ${migrations} migrations were pending`
  })
}

handleHelp('pnpm db:migrate\npnpm db:seed [--patients 600]')
try {
  process.chdir(root)
  console.log(await runCommand(process.argv[2], process.argv.slice(3)))
} catch (error) {
  console.error(formatStartFailure(error))
  process.exitCode = 1
}
