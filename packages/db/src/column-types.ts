import { sql } from 'drizzle-orm'
import { customType, integer, text, timestamp } from 'drizzle-orm/pg-core'

/** A code or a key, compared byte by byte, independent of the collation of the database. */
export const code = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

/** A hash or a salt. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** A timestamp, as an ISO string in UTC. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })

/** The version of a row that administrators change, which a trigger counts, and its last change. */
export const changeColumns = () => ({
  version: integer('version').notNull().default(1),
  changedAt: moment('changed_at').notNull().defaultNow(),
  changedBy: text('changed_by'),
  /** For an administrator who saves an older version (REQ-ADM-12, REQ-ADM-21). */
  changedFields: text('changed_fields')
    .array()
    .notNull()
    .default(sql`'{}'`),
})
