import type { DatabaseAddress } from '@registry/db/connect'
import { migrate } from '@registry/db/migrate'
import { seedReference } from '@registry/db/seed/reference'
import type { Env } from './env.ts'

/**
 * Migrates the database and adds missing reference data, as the owner of the tables.
 * @returns the number of migrations that were pending
 */
export const prepareDatabase = async (
  owner: DatabaseAddress,
  { STAFF_TOTP_REQUIRED }: Pick<Env, 'STAFF_TOTP_REQUIRED'>,
): Promise<number> => {
  const { migrations } = await migrate(owner)
  await seedReference(owner, { staff_totp_required: String(STAFF_TOTP_REQUIRED) })
  return migrations
}
