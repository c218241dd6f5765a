import { sql } from 'drizzle-orm'
import { check, pgTable } from 'drizzle-orm/pg-core'
import { code, moment } from '../column-types.ts'

/**
 * The repeated jobs. One process at a time does each of them (REQ-OPS-21). `lease_until` is the time from which a process may begin the next
 * run: the end of the lease while a run lasts, then the end of the interval.
 */
export const jobRun = pgTable(
  'job_run',
  {
    name: code('name').primaryKey(),
    holder: code('holder').notNull(),
    leaseUntil: moment('lease_until').notNull(),
    firstRunAt: moment('first_run_at').notNull().defaultNow(),
    lastSuccessAt: moment('last_success_at'),
  },
  () => [check('job_run_name', sql`name ~ '^[a-z ]{1,40}$'`)],
)
