import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { code, moment } from '../column-types.ts'
import { centre } from './geography.ts'

/** One imported file and its report (REQ-IMP-05). */
export const importRun = pgTable(
  'import_run',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`uuidv7()`),
    at: moment('at').notNull().defaultNow(),
    actor: code('actor').notNull(),
    centreCode: code('centre_code')
      .notNull()
      .references(() => centre.code),
    command: code('command').notNull(),
    format: code('format').notNull(),
    /** A keyed hash, because the content of a file with one row is easy to guess. */
    fileHash: code('file_hash').notNull(),
    ok: integer('ok').notNull(),
    ko: integer('ko').notNull(),
    /** Set once, when the import was undone and the previous values were restored (REQ-IMP-17). */
    undoneAt: moment('undone_at'),
    undoneBy: code('undone_by'),
    /**
     * The deleted registrations of an undone file, and those with a mobile number. They count against the limits of 24 hours (THREAT-14).
     */
    removed: integer('removed').notNull().default(0),
    removedMobiles: integer('removed_mobiles').notNull().default(0),
    detail: jsonb('detail').$type<readonly unknown[]>().notNull().default([]),
  },
  (table) => [
    index('import_run_centre').on(table.centreCode, table.at),
    check('import_run_undone_has_both', sql`(undone_at IS NULL) = (undone_by IS NULL)`),
  ],
)
