import { sql } from 'drizzle-orm'
import { customType, integer, text, timestamp } from 'drizzle-orm/pg-core'

/** Text that is compared byte by byte, independent of the database's collation. */
export const code = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** A timestamp, as an ISO string in UTC. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })

/** The version and the last change of a row that administrators edit. A trigger sets them. */
export const changeColumns = () => ({
  version: integer('version').notNull().default(1),
  changedAt: moment('changed_at').notNull().defaultNow(),
  changedBy: text('changed_by'),
  /** Shown to an administrator who saves an older version (REQ-ADM-12, REQ-ADM-21). */
  changedFields: text('changed_fields')
    .array()
    .notNull()
    .default(sql`'{}'`),
})
