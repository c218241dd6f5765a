import { sql } from 'drizzle-orm'
import { check, pgTable, smallint, uuid } from 'drizzle-orm/pg-core'
import { anonymousColumns } from '../anonymous-columns.ts'
import { code } from '../column-types.ts'
import { geotree } from './geography.ts'

/**
 * The medical data of an anonymised person (REQ-CON-08). No value here also occurs in the log, the ledger or another table. The key is
 * random, and `shuffle_anonymous_records` replaces it. There is no time, no centre and no history.
 */
export const anonymousRecord = pgTable(
  'anonymous_record',
  {
    key: uuid('key')
      .primaryKey()
      .default(sql`gen_random_uuid()`),
    /** The region of the centre, or a larger area where the region would identify the person. */
    region: code('region')
      .notNull()
      .references(() => geotree.id),
    /** The year of birth twice, or the first and last year of the decade. */
    birthFrom: smallint('birth_from'),
    birthTo: smallint('birth_to'),
    sex: code('sex'),
    ...anonymousColumns(),
  },
  () => [check('anonymous_record_birth', sql`(birth_from IS NULL) = (birth_to IS NULL) AND birth_from <= birth_to`)],
)

/** Tables with rows of people who were anonymised or erased since the last shuffle. */
export const pendingShuffle = pgTable('pending_shuffle', { tableName: code('table_name').primaryKey() })
