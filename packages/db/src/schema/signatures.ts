import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable } from 'drizzle-orm/pg-core'
import { code, moment } from '../column-types.ts'
import { patient } from './patients.ts'

/** A yearly signature of a patient's record, in these versions, by a person of the centre (REQ-CRF-15). */
export const recordSignature = pgTable(
  'record_signature',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    patientId: integer('patient_id')
      .notNull()
      .references(() => patient.id),
    year: integer('year').notNull(),
    /** The versions of the sections that the person saw; null without the consent of the section. */
    personalVersion: integer('personal_version'),
    medicalVersion: integer('medical_version'),
    signedBy: code('signed_by').notNull(),
    signedAt: moment('signed_at').notNull().defaultNow(),
  },
  (table) => [
    index('record_signature_patient').on(table.patientId, table.year),
    check('record_signature_year', sql`year BETWEEN 1900 AND 2200`),
    check('record_signature_data_domain', sql`num_nonnulls(personal_version, medical_version) > 0`),
  ],
)
