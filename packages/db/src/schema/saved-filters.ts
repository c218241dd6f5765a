import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { FilterState } from '@registry/domain/filter/state'
import { code, moment } from '../column-types.ts'
import { staffUser } from './staff.ts'

/** The current version of a filter. A trigger increments `version` at each change (REQ-FIL-02). */
export const savedFilter = pgTable(
  'saved_filter',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    version: integer('version').notNull().default(1),
    name: text('name').notNull(),
    description: text('description').notNull(),
    authorId: integer('author_id')
      .notNull()
      .references(() => staffUser.id),
    fields: jsonb('fields').$type<unknown>().notNull(),
    condition: jsonb('condition').$type<unknown>().notNull(),
    /** A disabled filter cannot run, and a deleted one is hidden (REQ-FIL-20, REQ-FIL-21). */
    state: code('state').$type<FilterState>().notNull().default('active'),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  (table) => [
    index('saved_filter_author').on(table.authorId),
    check('saved_filter_state', sql`state IN ('active', 'disabled', 'deleted')`),
    check('saved_filter_limits', sql`char_length(name) BETWEEN 1 AND 80 AND char_length(description) <= 255`),
  ],
)

/** All versions of a filter. An export manifest refers to one (REQ-EXP-04). */
export const savedFilterVersion = pgTable(
  'saved_filter_version',
  {
    filterId: integer('filter_id')
      .notNull()
      .references(() => savedFilter.id),
    version: integer('version').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    fields: jsonb('fields').$type<unknown>().notNull(),
    condition: jsonb('condition').$type<unknown>().notNull(),
    state: code('state').$type<FilterState>().notNull().default('active'),
    changedAt: moment('changed_at').notNull(),
    changedBy: code('changed_by').notNull(),
  },
  (table) => [primaryKey({ name: 'saved_filter_version_pkey', columns: [table.filterId, table.version] })],
)
