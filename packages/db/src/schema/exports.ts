import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { code, moment } from '../column-types.ts'
import { savedFilterVersion } from './saved-filters.ts'

/** What left the registry: who took it, by which filter version, which columns and whose rows. Written before the first byte. */
export const exportManifest = pgTable(
  'export_manifest',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`uuidv7()`),
    at: moment('at').notNull().defaultNow(),
    actor: code('actor').notNull(),
    asRole: code('as_role').notNull(),
    filterId: integer('filter_id').notNull(),
    filterVersion: integer('filter_version').notNull(),
    format: code('format').notNull(),
    columns: text('columns').array().notNull(),
    /** The rows' patients, while they are in the registry. */
    patientIds: integer('patient_ids').array().notNull(),
    /** Rows of anonymised records, which no manifest names. */
    anonymous: integer('anonymous').notNull().default(0),
    patients: integer('patients')
      .notNull()
      .generatedAlwaysAs(sql`cardinality(patient_ids)`),
    /** Patients in sight whom the filter left out: a consent refused, not answered, or a value missing (D10). */
    excludedNoConsent: integer('excluded_no_consent').notNull(),
    excludedNoAnswer: integer('excluded_no_answer').notNull().default(0),
    excludedNoValue: integer('excluded_no_value').notNull().default(0),
    /** Patients' rows that no other row resembles, and those in groups of fewer than five, those alone included: by age, sex, area, birth region and genotype (D10). */
    uniqueRows: integer('unique_rows').notNull().default(0),
    rowsInSmallGroups: integer('rows_in_small_groups').notNull().default(0),
    setHash: code('set_hash').notNull(),
  },
  (table) => [
    foreignKey({
      name: 'export_manifest_filter',
      columns: [table.filterId, table.filterVersion],
      foreignColumns: [savedFilterVersion.filterId, savedFilterVersion.version],
    }),
    index('export_manifest_actor').on(table.actor, table.at),
    index('export_manifest_size').on(table.patients, table.at),
    index('export_manifest_patients').using('gin', table.patientIds),
  ],
)

/** How an export ended; a manifest without an outcome is under way. Of an interrupted one nobody knows how much left: its rows and bytes are 0. */
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
