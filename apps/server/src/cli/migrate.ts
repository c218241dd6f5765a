import { readMigrationEnv, type Source } from '../env.ts'
import { prepareDatabase } from '../prepare-database.ts'

/**
 * Migrates the database before the servers of this version start. Those servers then need no owner of the tables.
 * @returns a line for the operator
 * @throws EnvError when a variable is missing or wrong
 */
export const migrateDatabase = async (source: Source): Promise<string> => {
  const env = readMigrationEnv(source)
  return `migrated: ${await prepareDatabase(env.DATABASE_OWNER_URL, env)} migrations were pending`
}
