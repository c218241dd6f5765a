import { sql } from 'drizzle-orm'
import { check, pgTable, smallint, uuid } from 'drizzle-orm/pg-core'
import { anonymousColumnNames, anonymousColumns, unknownClass } from '@registry/domain/consent/anonymous-record'
import { code, moment } from '../column-types.ts'
import { checkListedValues } from '../columns.ts'

const key = () =>
  uuid('key')
    .primaryKey()
    .default(sql`gen_random_uuid()`)

const classes = checkListedValues(
  Object.fromEntries(anonymousColumnNames.map((name) => [name.toLowerCase(), [...anonymousColumns[name], unknownClass]])),
)

/**
 * The coarse records of anonymised people that wait for equal ones (REQ-CON-08). No role reads them. They have no time, centre or value.
 * The key is random, and `shuffle_anonymous_records` replaces it.
 */
export const waitingAnonymousRecord = pgTable(
  'waiting_anonymous_record',
  {
    key: key(),
    sex: code('sex').notNull(),
    ageGroup: code('age_group').notNull(),
    area: code('area').notNull(),
    disease: code('disease').notNull(),
    transfusionDependent: code('transfusion_dependent').notNull(),
    splenectomy: code('splenectomy').notNull(),
    vitalStatus: code('vital_status').notNull(),
    ferritin: code('ferritin').notNull(),
    cardiacT2: code('cardiac_t2').notNull(),
    complications: code('complications').notNull(),
  },
  () => [check('waiting_anonymous_record_classes', classes)],
)

/** The published records, in groups of five or more equal ones. Columns that were too fine for their group are null (REQ-CON-08). */
export const anonymousRecord = pgTable(
  'anonymous_record',
  {
    key: key(),
    sex: code('sex'),
    ageGroup: code('age_group'),
    area: code('area'),
    disease: code('disease').notNull(),
    transfusionDependent: code('transfusion_dependent'),
    splenectomy: code('splenectomy'),
    vitalStatus: code('vital_status'),
    ferritin: code('ferritin'),
    cardiacT2: code('cardiac_t2'),
    complications: code('complications'),
  },
  () => [check('anonymous_record_classes', classes)],
)

/** The time of the last publication. The table has one row. */
export const anonymousPublication = pgTable(
  'anonymous_publication',
  { id: smallint('id').primaryKey().default(1), publishedAt: moment('published_at').notNull() },
  () => [check('anonymous_publication_single', sql`id = 1`)],
)

/** Tables with rows of people who were anonymised or erased since the last shuffle. */
export const pendingShuffle = pgTable('pending_shuffle', { tableName: code('table_name').primaryKey() })
