import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { code, moment } from '../column-types.ts'

/** The rows of all reference tables except the geotree. `extra` has the columns that only one table has (REQ-ADM-04, decision 0004). */
export const referenceValue = pgTable(
  'reference_value',
  {
    tableName: code('table_name').notNull(),
    id: code('id').notNull(),
    position: integer('position').notNull(),
    transIt: text('trans_it').notNull(),
    transEn: text('trans_en').notNull(),
    transFr: text('trans_fr'),
    transPt: text('trans_pt'),
    extra: jsonb('extra').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.tableName, table.id] }), check('reference_value_limits', sql`char_length(id) BETWEEN 1 AND 80`)],
)

/** An administrator's change of a reference value: the row before and after it. Only a trigger writes it (REQ-ADM-16). */
export const referenceChange = pgTable(
  'reference_change',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    actor: code('actor').notNull(),
    tableName: code('table_name').notNull(),
    valueId: code('value_id').notNull(),
    /** Null for an added row. */
    before: jsonb('before').$type<Record<string, unknown>>(),
    /** Null for a removed row. */
    after: jsonb('after').$type<Record<string, unknown>>(),
  },
  (table) => [index('reference_change_table').on(table.tableName, table.id)],
)

/** The global configuration, with values as text (REQ-ADM-08). A trigger sets version, time and person of a change (REQ-ADM-14). */
export const setting = pgTable(
  'setting',
  {
    key: code('key').primaryKey(),
    value: text('value').notNull(),
    version: integer('version').notNull().default(1),
    changedAt: moment('changed_at'),
    changedBy: code('changed_by'),
  },
  () => [
    // Enforces the limits of `packages/domain/src/settings/settings.ts`.
    check(
      'setting_limits',
      sql`CASE key
        WHEN 'password_day_duration' THEN value ~ '^[0-9]{1,4}$' AND value::integer BETWEEN 0 AND 3650
        WHEN 'password_min_strength' THEN value ~ '^[0-4]$'
        WHEN 'otp_minute_duration' THEN value ~ '^([1-9]|10)$'
        WHEN 'anonymous_publish_days' THEN value ~ '^[0-9]{1,3}$' AND value::integer BETWEEN 0 AND 365
        WHEN 'guardian_signatures' THEN value ~ '^[12]$'
        WHEN 'assent_age' THEN value ~ '^[0-9]{1,2}$' AND value::integer BETWEEN 0 AND 18
        WHEN 'majority_grace_days' THEN value ~ '^[0-9]{1,3}$' AND value::integer BETWEEN 0 AND 365
        WHEN 'minor_sees_record_age' THEN value ~ '^[0-9]{1,2}$' AND value::integer BETWEEN 0 AND 18
        WHEN 'guardian_sees_from_14' THEN value IN ('all', 'none')
        WHEN 'record_delay_days' THEN value ~ '^[0-9]{1,2}$' AND value::integer BETWEEN 0 AND 30
        WHEN 'observation_difference_percent' THEN value ~ '^[0-9]{1,3}$' AND value::integer BETWEEN 0 AND 100
        WHEN 'assent_blocks' THEN value IN ('true', 'false')
        WHEN 'staff_totp_required' THEN value IN ('true', 'false')
        ELSE true END`,
    ),
  ],
)
