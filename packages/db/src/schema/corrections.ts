import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CorrectionState } from '@registry/domain/corrections/corrections'
import { code, moment } from '../column-types.ts'
import { guardian } from './guardians.ts'
import { patient } from './patients.ts'

/** A request of a patient or guardian to correct a value or the record, with the value that the page showed (REQ-PAT-27). */
export const correctionRequest = pgTable(
  'correction_request',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    patientId: integer('patient_id').notNull(),
    centreCode: code('centre_code').notNull(),
    /** The guardian who asks for the patient. */
    guardianId: integer('guardian_id').references(() => guardian.id),
    field: code('field'),
    /** The section of the field. Row security hides the request from the centre without its consent. */
    personal: boolean('personal').notNull().default(false),
    medical: boolean('medical').notNull().default(false),
    shownValue: text('shown_value'),
    text: text('text').notNull(),
    askedAt: moment('asked_at').notNull().defaultNow(),
    state: code('state').$type<CorrectionState>().notNull().default('OPEN'),
    answer: text('answer'),
    answeredBy: code('answered_by'),
    answeredAt: moment('answered_at'),
  },
  (table) => [
    foreignKey({
      name: 'correction_request_patient',
      columns: [table.patientId, table.centreCode],
      foreignColumns: [patient.id, patient.centreCode],
    }),
    index('correction_request_centre').on(table.centreCode, table.state),
    index('correction_request_patient_id').on(table.patientId),
    // The same request twice is one request.
    uniqueIndex('correction_request_open')
      .on(table.patientId, sql`coalesce(guardian_id, 0)`, sql`coalesce(field, '')`, sql`md5(text)`)
      .where(sql`state = 'OPEN'`),
    check('correction_request_state', sql`state IN ('OPEN', 'CHANGED', 'EXPLAINED', 'WITHDRAWN')`),
    check('correction_request_field', sql`field IS NOT NULL OR NOT (personal OR medical)`),
    check('correction_request_text', sql`char_length(text) <= 500 AND btrim(text) <> '' AND char_length(shown_value) <= 2000`),
    check('correction_request_answer_text', sql`char_length(answer) <= 500 AND btrim(answer) <> ''`),
    check('correction_request_characters', sql`concat(shown_value, text, answer) !~ '[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]'`),
    check(
      'correction_request_answer',
      sql`num_nulls(answer, answered_by, answered_at) = CASE WHEN state IN ('CHANGED', 'EXPLAINED') THEN 0 ELSE 3 END`,
    ),
  ],
)
