import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { comparators, observationSources } from '@registry/domain/observations/observation'
import { observedAnalytes } from '@registry/domain/observations/analytes'
import { checkListedValues } from '../columns.ts'
import { code, moment } from '../column-types.ts'
import { patient } from './patients.ts'

/** The reasons why a result is no longer the present one. An undone result counts as never sent. */
export const observationEnds = ['corrected', 'removed', 'undone'] as const

/**
 * A dated result. Rows are added and never changed: a correction adds one and ends the previous one (REQ-OBS-01). `taken_on` is the day of the
 * sample, `recorded_at` and `ended_at` bound the time in which the registry held the result for true.
 */
export const observation = pgTable(
  'observation',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    patientId: integer('patient_id').notNull(),
    centreCode: code('centre_code').notNull(),
    analyte: code('analyte').notNull(),
    takenOn: date('taken_on', { mode: 'string' }).notNull(),
    /** The value is a limit that the measurement did not reach or exceeded. */
    comparator: code('comparator'),
    /** As sent, in `unit`. */
    value: doublePrecision('value').notNull(),
    unit: code('unit').notNull(),
    /** In the unit of the dictionary. Decimal, so that a mean has no noise of binary numbers. */
    standardValue: numeric('standard_value', { mode: 'number' }).notNull(),
    sample: code('sample'),
    source: code('source').notNull(),
    importId: uuid('import_id'),
    recordedAt: moment('recorded_at').notNull().defaultNow(),
    recordedBy: code('recorded_by').notNull(),
    /** The result that this one corrects. */
    corrects: bigint('corrects', { mode: 'number' }),
    endedAt: moment('ended_at'),
    endedBy: code('ended_by'),
    endedAs: code('ended_as'),
    /** The reason of the end, in the person's words. */
    reason: text('reason'),
  },
  (table) => [
    foreignKey({
      name: 'observation_patient',
      columns: [table.patientId, table.centreCode],
      foreignColumns: [patient.id, patient.centreCode],
    }),
    index('observation_series').on(table.patientId, table.analyte, table.takenOn),
    index('observation_import')
      .on(table.importId)
      .where(sql`import_id IS NOT NULL`),
    // `add_observations` compares with corrected results too.
    uniqueIndex('observation_present')
      .on(table.patientId, table.analyte, table.takenOn, table.standardValue, sql`coalesce(comparator, '')`, sql`coalesce(sample, '')`)
      .where(sql`ended_at IS NULL`),
    check('observation_analyte', checkListedValues({ analyte: observedAnalytes.map(({ name }) => name) })),
    check('observation_comparator', checkListedValues({ comparator: comparators })),
    check('observation_source', checkListedValues({ source: observationSources })),
    check('observation_ended_as', checkListedValues({ ended_as: observationEnds })),
    check('observation_ended_has_all', sql`num_nonnulls(ended_at, ended_by, ended_as) IN (0, 3)`),
    check('observation_value', sql`value > '-Infinity' AND value < 'Infinity'`),
    check('observation_texts', sql`char_length(unit) <= 40 AND char_length(sample) BETWEEN 1 AND 80 AND char_length(reason) <= 500`),
  ],
)
