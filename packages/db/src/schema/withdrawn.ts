import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { code } from '../column-types.ts'

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
