import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { bytes, code, moment } from '../column-types.ts'

/**
 * Keyed hashes of a person who was anonymised or erased: of the centre's code, the contacts and the tax code, each bound to the centre
 * (D5). The key is not in the database. A later row of that centre which matches is refused; `person` is random and stands nowhere else.
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
 * A centre's word that such a person asked to come back, until they confirm it or it expires (D5). What the centre wrote is sealed with
 * the registry's key, since nobody knows yet whether the person asked. One at a time for each person.
 */
export const returnRequest = pgTable('return_request', {
  person: uuid('person').primaryKey(),
  secretHash: bytes('secret_hash').notNull().unique(),
  encryptedRequest: bytes('encrypted_request').notNull(),
  expiresAt: moment('expires_at').notNull(),
})
