import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A code or a key, compared byte by byte, independent of the collation of the database. */
export const code = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })

/** A hash or a salt. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** A timestamp, as an ISO string in UTC. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })
