import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable } from 'drizzle-orm/pg-core'
import { code, moment } from '../column-types.ts'

/** Uploads and exports that run, so that every server can tell the person how far they are (REQ-OPS-23). */
export const workProgress = pgTable(
  'work_progress',
  {
    position: bigint('position', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    owner: code('owner').notNull(),
    id: code('id').notNull(),
    state: code('state').notNull(),
    rows: integer('rows').notNull().default(0),
    total: integer('total'),
    /** Waiting work that comes before it. */
    ahead: integer('ahead'),
    /** A server that was killed no longer touches its rows, which then count as finished. */
    touchedAt: moment('touched_at').notNull().defaultNow(),
  },
  (table) => [
    index('work_progress_owner').on(table.owner, table.id),
    check('work_progress_state', sql`state IN ('waiting', 'running')`),
    check('work_progress_rows', sql`rows >= 0 AND total >= 0`),
    check('work_progress_ahead', sql`ahead >= 0`),
  ],
)

/**
 * Who may work next in the whole installation, in the order of arrival: exports of a person, imports of a centre (REQ-OPS-23). A turn
 * without a living server ends with its lease.
 */
export const workTurn = pgTable(
  'work_turn',
  {
    position: bigint('position', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: code('kind').notNull(),
    key: code('key').notNull(),
    state: code('state').notNull().default('waiting'),
    leaseUntil: moment('lease_until').notNull(),
  },
  () => [check('work_turn_kind', sql`kind IN ('export', 'import')`), check('work_turn_state', sql`state IN ('waiting', 'running')`)],
)
