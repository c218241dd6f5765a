import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { bytes, code, moment } from '../column-types.ts'

/**
 * Keyed hashes of an anonymised or erased person's code, contacts and tax code. Each is bound to the centre. The key is not in the
 * database. A later matching row of that centre is rejected (REQ-PAT-06). `person` is random and occurs only here and in
 * `reregistration_request`.
 */
export const withdrawnFingerprint = pgTable(
  'withdrawn_fingerprint',
  { person: uuid('person').notNull(), hash: code('hash').notNull() },
  (table) => [
    primaryKey({ name: 'withdrawn_fingerprint_pkey', columns: [table.person, table.hash] }),
    index('withdrawn_fingerprint_hash').on(table.hash),
  ],
)

/**
 * The exports that must be deleted for one anonymised or erased person (REQ-CON-17). Only the person has the code, which is not in the
 * database. The list is encrypted and padded, so the row cannot link a person to an export (docs/policies.md). The last day is always the
 * end of a year, so it does not reveal the withdrawal's day. Housekeeping deletes the row afterwards.
 */
export const deletionCode = pgTable(
  'deletion_code',
  {
    hash: code('hash').primaryKey(),
    encryptedExports: bytes('encrypted_exports').notNull(),
    lastDay: date('last_day').notNull(),
  },
  () => [check('deletion_code_last_day', sql`to_char(last_day, 'MM-DD') = '12-31'`)],
)

/**
 * A centre's request to register such a person again, until the person confirms or it expires (REQ-PAT-06). The content is encrypted,
 * because the person may not have requested it. Each person has one request at most.
 */
export const reregistrationRequest = pgTable('reregistration_request', {
  person: uuid('person').primaryKey(),
  secretHash: bytes('secret_hash').notNull().unique(),
  encryptedRequest: bytes('encrypted_request').notNull(),
  expiresAt: moment('expires_at').notNull(),
})
