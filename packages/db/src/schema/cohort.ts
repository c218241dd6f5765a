import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { code, moment } from '../column-types.ts'
import { centre } from './geography.ts'

/** The last computation of a centre's cohort: its time and day, and the imports and withdrawn consents that it includes (REQ-COH-03). */
export const cohortSummary = pgTable('cohort_summary', {
  centreCode: code('centre_code')
    .primaryKey()
    .references(() => centre.code),
  computedAt: moment('computed_at').notNull(),
  computedOn: date('computed_on').notNull(),
  imports: integer('imports').notNull(),
  withdrawals: integer('withdrawals').notNull(),
})

/** A number of a centre's cohort. `packages/domain/src/cohort/groups.ts` defines its indicators and keys. */
export const cohortCell = pgTable(
  'cohort_cell',
  {
    centreCode: code('centre_code')
      .notNull()
      .references(() => centre.code),
    indicator: code('indicator').notNull(),
    key: code('key').notNull(),
    counted: integer('counted').notNull(),
    total: integer('total').notNull(),
  },
  (table) => [
    primaryKey({ name: 'cohort_cell_pkey', columns: [table.centreCode, table.indicator, table.key] }),
    check('cohort_cell_numbers', sql`counted BETWEEN 0 AND total`),
  ],
)

/** Counts a centre's imports and its patients' withdrawals. Triggers increment the counts, so that the cohort is computed again. */
export const cohortChange = pgTable('cohort_change', {
  centreCode: code('centre_code')
    .primaryKey()
    .references(() => centre.code),
  imports: integer('imports').notNull().default(0),
  withdrawals: integer('withdrawals').notNull().default(0),
})
