import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { changeColumns, code, moment } from '../column-types.ts'
import { centre, geotree } from './geography.ts'

export const staffUser = pgTable(
  'staff_user',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    surname: text('surname').notNull(),
    language: code('language').notNull().default('it'),
    /** Suspended or deleted. */
    disabledAt: moment('disabled_at'),
    /** Deleted users remain, because the log, filters and exports name them (REQ-ADM-10). */
    deletedAt: moment('deleted_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    ...changeColumns(),
  },
  (table) => [
    uniqueIndex('staff_user_email').on(table.email),
    check(
      'staff_user_email_shape',
      sql`email = lower(btrim(email)) AND char_length(email) BETWEEN 6 AND 255 AND email ~ '^[^@\\s]+@[^@\\s]+$'`,
    ),
    check('staff_user_name_shape', sql`char_length(name) BETWEEN 1 AND 80 AND char_length(surname) BETWEEN 1 AND 80`),
    check('staff_user_deleted_is_disabled', sql`deleted_at IS NULL OR disabled_at IS NOT NULL`),
    check('staff_user_language', sql`language IN ('it', 'en')`),
  ],
)

/** A role of a user. A CenterAdmin has a centre, the other roles an area of the geotree (REQ-ADM-07, REQ-GEO-02). */
export const staffRole = pgTable(
  'staff_role',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => staffUser.id),
    role: code('role').notNull(),
    areaid: code('areaid').references(() => geotree.id),
    center: code('center').references(() => centre.code),
  },
  (table) => [
    unique('staff_role_unique').on(table.userId, table.role, table.areaid, table.center).nullsNotDistinct(),
    index('staff_role_centre').on(table.center),
    check(
      'staff_role_scope',
      sql`CASE role WHEN 'CenterAdmin' THEN center IS NOT NULL AND areaid IS NULL
        WHEN 'GlobalAdmin' THEN areaid IS NOT NULL AND center IS NULL
        WHEN 'UserAdmin' THEN areaid IS NOT NULL AND center IS NULL
        WHEN 'DataManager' THEN areaid IS NOT NULL AND center IS NULL
        ELSE false END`,
    ),
  ],
)
