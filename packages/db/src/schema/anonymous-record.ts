import { sql } from 'drizzle-orm'
import { check, pgTable, smallint, uuid } from 'drizzle-orm/pg-core'
import { anonymousColumns } from '../anonymous-columns.ts'
import { code } from '../column-types.ts'
import { geotree } from './geography.ts'

/**
 * The medical data of a person who chose to be anonymised (D8): nothing here occurs in the log, the ledger or another table. The key is
 * random and given anew when `shuffle_anonymous_records` runs; there is no moment, no centre and no history.
 */
export const anonymousRecord = pgTable(
  'anonymous_record',
  {
    key: uuid('key')
      .primaryKey()
      .default(sql`gen_random_uuid()`),
    /** The region of the centre, or an area around it where the region would single the person out. */
    region: code('region')
      .notNull()
      .references(() => geotree.id),
    /** The year of birth, or the first and the last year of its decade. */
    birthFrom: smallint('birth_from'),
    birthTo: smallint('birth_to'),
    sex: code('sex'),
    ...anonymousColumns(),
  },
  () => [check('anonymous_record_birth', sql`(birth_from IS NULL) = (birth_to IS NULL) AND birth_from <= birth_to`)],
)

/** Tables with rows of people who were anonymised or erased since they were last mixed. */
export const pendingShuffle = pgTable('pending_shuffle', { tableName: code('table_name').primaryKey() })
