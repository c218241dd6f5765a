import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { code, moment } from '../column-types.ts'

/** A saved search of the log: its conditions under a name, never a patient (REQ-ADM-17). */
export const auditLogView = pgTable(
  'audit_log_view',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    owner: code('owner').notNull(),
    name: text('name').notNull(),
    command: text('command').notNull(),
    action: text('action').notNull(),
    username: text('username').notNull(),
    /** The days that the search goes back. */
    days: integer('days'),
    entries: integer('entries').notNull(),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  (table) => [
    unique('audit_log_view_name').on(table.owner, table.name),
    check(
      'audit_log_view_name_text',
      sql`char_length(name) <= 60 AND name = btrim(name) AND name <> '' AND name !~ '[\\x01-\\x1f\\x7f-\\x9f]'`,
    ),
    check('audit_log_view_texts', sql`char_length(command) <= 255 AND char_length(action) <= 255 AND char_length(username) <= 255`),
    check('audit_log_view_no_patient', sql`username !~* '^\\s*patient\\M'`),
    check('audit_log_view_days', sql`days BETWEEN 1 AND 3650`),
    check('audit_log_view_entries', sql`entries IN (10, 100, 1000)`),
  ],
)
