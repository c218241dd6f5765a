import { sql } from 'drizzle-orm'
import { boolean, check, date, foreignKey, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { CentreQueryState, DiscrepancyState } from '@registry/domain/discrepancies/states'
import { code, moment } from '../column-types.ts'
import { centre } from './geography.ts'
import { patient } from './patients.ts'

/** A check that a stored record fails, or failed until it was corrected (REQ-CRF-10). */
export const recordDiscrepancy = pgTable(
  'record_discrepancy',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    patientId: integer('patient_id').notNull(),
    centreCode: code('centre_code').notNull(),
    /** The key of the check in `packages/domain/src/rules/record-checks.ts`. */
    checkKey: code('check_key').notNull(),
    /** The sections that the check reads. Row security hides a discrepancy without the consents of its sections. */
    personal: boolean('personal').notNull(),
    medical: boolean('medical').notNull(),
    /** A hash of the values that the check read. An answer applies to these values only. */
    fingerprint: code('fingerprint').notNull(),
    state: code('state').$type<DiscrepancyState>().notNull().default('open'),
    openedAt: moment('opened_at').notNull().defaultNow(),
    correctedAt: moment('corrected_at'),
    answer: text('answer'),
    answeredBy: code('answered_by'),
    answeredAt: moment('answered_at'),
    closedBy: code('closed_by'),
    closedAt: moment('closed_at'),
  },
  (table) => [
    foreignKey({
      name: 'record_discrepancy_patient',
      columns: [table.patientId, table.centreCode],
      foreignColumns: [patient.id, patient.centreCode],
    }),
    unique('record_discrepancy_check').on(table.patientId, table.checkKey),
    index('record_discrepancy_centre').on(table.centreCode, table.state),
    check('record_discrepancy_state', sql`state IN ('open', 'answered', 'corrected', 'closed')`),
    check('record_discrepancy_data_domain', sql`personal OR medical`),
    check(
      'record_discrepancy_answer_text',
      sql`char_length(answer) <= 500 AND btrim(answer) <> '' AND answer !~ '[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]'`,
    ),
    check(
      'record_discrepancy_answer',
      sql`num_nulls(answer, answered_by, answered_at) IN (0, 3) AND (state <> 'answered' OR answer IS NOT NULL)`,
    ),
    check('record_discrepancy_corrected', sql`(corrected_at IS NOT NULL) = (state IN ('corrected', 'closed'))`),
    check('record_discrepancy_closed', sql`num_nulls(closed_by, closed_at) IN (0, 2) AND (closed_at IS NOT NULL) = (state = 'closed')`),
  ],
)

/** The last check of all records of a centre: the day, and the number of its imports until then. A later import makes a check due. */
export const centreCheck = pgTable('centre_check', {
  centreCode: code('centre_code')
    .primaryKey()
    .references(() => centre.code),
  checkedOn: date('checked_on').notNull(),
  imports: integer('imports').notNull(),
})

/** A share of a centre's patients or of their values, from its last check (REQ-CRF-12). */
export const centreIndicator = pgTable(
  'centre_indicator',
  {
    centreCode: code('centre_code')
      .notNull()
      .references(() => centre.code),
    name: code('name').notNull(),
    counted: integer('counted').notNull(),
    total: integer('total').notNull(),
    patients: integer('patients').notNull(),
  },
  (table) => [
    primaryKey({ name: 'centre_indicator_pkey', columns: [table.centreCode, table.name] }),
    check('centre_indicator_numbers', sql`counted BETWEEN 0 AND total AND patients >= 0`),
  ],
)

/**
 * A question between DataManagers and a centre (REQ-CRF-11, REQ-CRF-23). A DataManager asks about the discrepancies of one check or about the
 * centre's data, and never names a patient. A centre asks about one field of one patient.
 */
export const centreQuery = pgTable(
  'centre_query',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    centreCode: code('centre_code')
      .notNull()
      .references(() => centre.code),
    checkKey: code('check_key'),
    /** The patient and the field of a question that the centre asks. */
    patientId: integer('patient_id'),
    field: code('field'),
    /** The section of the field. Row security hides the question without its consent. */
    personal: boolean('personal').notNull().default(false),
    medical: boolean('medical').notNull().default(false),
    state: code('state').$type<CentreQueryState>().notNull().default('open'),
    question: text('question').notNull(),
    askedBy: code('asked_by').notNull(),
    askedAt: moment('asked_at').notNull().defaultNow(),
    reply: text('reply'),
    repliedBy: code('replied_by'),
    repliedAt: moment('replied_at'),
    closedBy: code('closed_by'),
    closedAt: moment('closed_at'),
  },
  (table) => [
    foreignKey({
      name: 'centre_query_patient',
      columns: [table.patientId, table.centreCode],
      foreignColumns: [patient.id, patient.centreCode],
    }),
    index('centre_query_centre').on(table.centreCode, table.state),
    index('centre_query_patient_id').on(table.patientId),
    check(
      'centre_query_field',
      sql`num_nulls(patient_id, field) IN (0, 2) AND (field IS NULL OR check_key IS NULL) AND (personal OR medical) = (field IS NOT NULL)`,
    ),
    check('centre_query_state', sql`state IN ('open', 'answered', 'closed')`),
    check('centre_query_question', sql`char_length(question) <= 500 AND btrim(question) <> ''`),
    check('centre_query_reply_text', sql`char_length(reply) <= 500 AND btrim(reply) <> ''`),
    check('centre_query_characters', sql`concat(question, reply) !~ '[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]'`),
    check('centre_query_reply', sql`num_nulls(reply, replied_by, replied_at) IN (0, 3) AND (state <> 'answered' OR reply IS NOT NULL)`),
    check('centre_query_closed', sql`num_nulls(closed_by, closed_at) IN (0, 2) AND (closed_at IS NOT NULL) = (state = 'closed')`),
  ],
)
