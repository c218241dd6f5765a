import { pgTable } from 'drizzle-orm/pg-core'
import { code, moment } from '../column-types.ts'

/** The restores to a moment after which `registry after-restore` repeated what came later (REQ-OPS-24). Other restored copies serve nobody. */
export const completedRestore = pgTable('completed_restore', {
  /** The value of the setting `registry.restored` of the copy. */
  restored: code('restored').primaryKey(),
  completedAt: moment('completed_at').notNull().defaultNow(),
  /** The head of the audit chain in the list of decisions. It belongs to the lost database, so this one does not have it. */
  lostHead: code('lost_head').notNull(),
})
