import { z } from 'zod'
import { EnvError, readCommandEnv } from '../app/env.ts'
import { prepareDatabase } from '../app/prepare-database.ts'
import { parseOptions, type Command } from './command.ts'

/** Servers of this version then need no connection as the owner of the tables. */
export const migrate: Command = {
  description: 'migrates the database to this version, as its owner (DATABASE_OWNER_URL)',
  options: '',
  run: async (args) => {
    parseOptions(args, {}, z.strictObject({}))
    const env = readCommandEnv(process.env)
    if (!env.DATABASE_OWNER_URL) throw new EnvError('DATABASE_OWNER_URL', 'required to migrate the database')
    const { migrations, statements } = await prepareDatabase(env.DATABASE_OWNER_URL, env)
    return `migrated: ${migrations} migrations and ${statements} statements were pending`
  },
}
