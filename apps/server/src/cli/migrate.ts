import { migrate } from '@registry/db/migrate'
import { seedReference } from '@registry/db/seed/reference'
import { readMigrationEnv, type Source } from '../env.ts'

/**
 * Brings the database to this version before the servers of this version start: they need no owner of the tables then.
 * @throws EnvError where a variable is missing or wrong
 */
export const migrateDatabase = async (source: Source): Promise<string> => {
  const { DATABASE_OWNER_URL, STAFF_TOTP_REQUIRED } = readMigrationEnv(source)
  const { migrations } = await migrate(DATABASE_OWNER_URL)
  await seedReference(DATABASE_OWNER_URL, { staff_totp_required: String(STAFF_TOTP_REQUIRED) })
  return `migrated: ${migrations} migrations were pending`
}
