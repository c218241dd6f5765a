import type { DatabaseAddress } from '@registry/db/connect'
import { migrate, type Pending } from '@registry/db/migrate'
import type { Env } from './env.ts'

/** Migrates the database, as the owner of the tables. A new one gets the settings of the environment. */
export const prepareDatabase = (owner: DatabaseAddress, { STAFF_TOTP_REQUIRED }: Pick<Env, 'STAFF_TOTP_REQUIRED'>): Promise<Pending> =>
  migrate(owner, { firstSettings: { staff_totp_required: String(STAFF_TOTP_REQUIRED) } })
