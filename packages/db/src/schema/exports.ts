import { sql } from 'drizzle-orm'
import { bigint, boolean, check, date, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Language } from '@registry/domain/language'
import { code, moment } from '../column-types.ts'
import { savedFilterVersion } from './saved-filters.ts'
import { clinicalStudy } from './studies.ts'

/** The evidence of an export: actor, columns, patients and filter version. Committed before the first byte (REQ-EXP-04). */
export const exportManifest = pgTable(
  'export_manifest',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`uuidv7()`),
    at: moment('at').notNull().defaultNow(),
    /** The moment of the data, which a repeated export reads again (REQ-EXP-11). */
    asOf: moment('as_of').notNull().defaultNow(),
    /** The original export that this one repeats. */
    repeats: uuid('repeats'),
    /** The caller's language, used for the labels in a package (REQ-EXP-08). */
    language: code('language').$type<Language>().notNull().default('it'),
    actor: code('actor').notNull(),
    asRole: code('as_role').notNull(),
    filterId: integer('filter_id').notNull(),
    filterVersion: integer('filter_version').notNull(),
    /** The study whose participants the file contains. Null for an export of a filter alone. */
    studyId: code('study_id').references(() => clinicalStudy.id),
    format: code('format').notNull(),
    /** Whether the file has labels instead of codes, and the separator of CSV cells (REQ-EXP-14). */
    labels: boolean('labels').notNull().default(false),
    delimiter: code('delimiter').$type<'comma' | 'semicolon'>().notNull().default('comma'),
    columns: text('columns').array().notNull(),
    /** The number of exported patients, whose ids are in `export_patient`. A withdrawal decreases it (REQ-CON-08). */
    patients: integer('patients').notNull().default(0),
    /** Visible patients that the filter excluded: consent refused, consent unanswered, or value missing (REQ-FIL-04). */
    excludedNoConsent: integer('excluded_no_consent').notNull(),
    excludedNoAnswer: integer('excluded_no_answer').notNull().default(0),
    excludedNoValue: integer('excluded_no_value').notNull().default(0),
    /** Patients who are unique by age, sex, area, birth region and genotype, and all in groups under five (REQ-EXP-04). */
    uniqueRows: integer('unique_rows').notNull().default(0),
    rowsInSmallGroups: integer('rows_in_small_groups').notNull().default(0),
    setHash: code('set_hash').notNull(),
    /** Whether values in the file are generalised (REQ-EXP-06). */
    generalised: boolean('generalised').notNull().default(false),
    /** The reason for exporting exact values of small groups (REQ-EXP-07). */
    reason: text('reason'),
  },
  (table) => [
    foreignKey({
      name: 'export_manifest_filter',
      columns: [table.filterId, table.filterVersion],
      foreignColumns: [savedFilterVersion.filterId, savedFilterVersion.version],
    }),
    foreignKey({ name: 'export_manifest_repeats', columns: [table.repeats], foreignColumns: [table.id] }),
    check('export_manifest_language', sql`language IN ('it', 'en')`),
    check('export_manifest_delimiter', sql`delimiter IN ('comma', 'semicolon')`),
    check('export_manifest_reason', sql`char_length(reason) BETWEEN 10 AND 500`),
    // For the list of manifests, newest first (REQ-EXP-10).
    index('export_manifest_at').on(table.at, table.id),
    index('export_manifest_actor').on(table.actor, table.at, table.id),
    index('export_manifest_filter_at').on(table.filterId, table.at, table.id),
    index('export_manifest_format').on(table.format, table.at, table.id),
    index('export_manifest_size').on(table.patients, table.at),
    index('export_manifest_study').on(table.studyId),
  ],
)

/**
 * The patients of each export. A withdrawal deletes the patient's rows (REQ-CON-08). Only `add_export_patients` inserts, after it has read
 * manifest and patients. Foreign keys would check each of 92,000 rows a second time.
 */
export const exportPatient = pgTable(
  'export_patient',
  {
    manifestId: uuid('manifest_id').notNull(),
    patientId: integer('patient_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.manifestId, table.patientId] }),
    // Lets patients find the exports with their data (REQ-PAT-18).
    index('export_patient_patient').on(table.patientId),
  ],
)

/**
 * The end of an export. A manifest without an outcome belongs to a running export. An interrupted export has 0 rows and bytes, because the
 * amount is unknown.
 */
export const exportOutcome = pgTable(
  'export_outcome',
  {
    manifestId: uuid('manifest_id')
      .primaryKey()
      .references(() => exportManifest.id),
    at: moment('at').notNull().defaultNow(),
    outcome: code('outcome').notNull(),
    rows: integer('rows').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    sha256: code('sha256').notNull(),
  },
  () => [check('export_outcome_kind', sql`outcome IN ('complete', 'partial', 'failed', 'cancelled', 'interrupted')`)],
)

/**
 * The files that their recipients must delete, because a patient in them chose v2 or v3 (REQ-CON-17). A row names no patient. Its day is
 * the end of a month, because the day of the withdrawal is in the audit log (docs/policies.md).
 */
export const deletionRequest = pgTable(
  'deletion_request',
  {
    manifestId: uuid('manifest_id')
      .primaryKey()
      .references(() => exportManifest.id),
    /** The person who made the export. */
    recipient: code('recipient').notNull(),
    dueOn: date('due_on').notNull(),
    /** Whether the mail to the recipient is in the outbox. */
    mailed: boolean('mailed').notNull().default(false),
    confirmedAt: moment('confirmed_at'),
    confirmedBy: code('confirmed_by'),
  },
  (table) => [
    index('deletion_request_recipient').on(table.recipient, table.dueOn),
    check('deletion_request_confirmed', sql`(confirmed_at IS NULL) = (confirmed_by IS NULL)`),
  ],
)
