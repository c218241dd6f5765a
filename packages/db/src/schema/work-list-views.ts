import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { WorkListColumn, WorkListTask } from '@registry/domain/ecrf/work-list'
import { code, moment } from '../column-types.ts'
import { centre } from './geography.ts'

/** A saved view of a centre's work list: order and filters under a name, never a search (REQ-CRF-22). */
export const workListView = pgTable(
  'work_list_view',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    centreCode: code('centre_code')
      .notNull()
      .references(() => centre.code),
    owner: code('owner').notNull(),
    name: text('name').notNull(),
    /** Whether the whole centre sees the view. */
    shared: boolean('shared').notNull(),
    sortColumn: code('sort_column').$type<WorkListColumn>().notNull(),
    descending: boolean('descending').notNull(),
    phenotype: code('phenotype'),
    tasks: text('tasks').array().$type<readonly WorkListTask[]>().notNull(),
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  (table) => [
    unique('work_list_view_name').on(table.centreCode, table.owner, table.name),
    check(
      'work_list_view_name_text',
      sql`char_length(name) <= 60 AND name = btrim(name) AND name <> '' AND name !~ '[\\x01-\\x1f\\x7f-\\x9f]'`,
    ),
    check(
      'work_list_view_sort_column',
      sql`sort_column IN ('code', 'name', 'age', 'sex', 'phenotype', 'updated', 'completeness', 'discrepancies', 'ferritin', 'mri', 'signature', 'consents')`,
    ),
    check('work_list_view_phenotype', sql`phenotype ~ '^[A-Z0-9_]{1,20}$'`),
    check(
      'work_list_view_tasks',
      sql`tasks <@ ARRAY['signature', 'mri', 'alerts', 'discrepancies', 'unreachable', 'coming-of-age', 'overdue-ferritin', 'overdue-t2-heart', 'overdue-lic', 'not-seen'] AND cardinality(tasks) <= 10 AND array_position(tasks, NULL) IS NULL`,
    ),
  ],
)
