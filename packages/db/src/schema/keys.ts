import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { code, moment } from '../column-types.ts'

/**
 * The fingerprints of the keys with which servers wrote in this database (REQ-OPS-11). No key can be computed from its fingerprint. Another
 * key would not recognise people who withdrew, and would break the chain of the audit log.
 */
export const keyFingerprint = pgTable(
  'key_fingerprint',
  {
    name: code('name').notNull(),
    fingerprint: code('fingerprint').notNull(),
    firstUsedAt: moment('first_used_at').notNull().defaultNow(),
    /** The key with the latest moment writes. Null for a key that waits until all servers have it. */
    writesSince: moment('writes_since').defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.fingerprint] }),
    check('key_fingerprint_name', sql`name IN ('SECRET_KEY', 'RECEIPT_KEY')`),
    check('key_fingerprint_shape', sql`fingerprint ~ '^[0-9a-f]{64}$'`),
  ],
)
