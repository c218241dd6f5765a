import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { code } from '../column-types.ts'

/** The rows of every reference table but the geotree (D12); columns that only one table has stand in `extra`. */
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
  (table) => [primaryKey({ columns: [table.tableName, table.id] })],
)

/** The global configuration (spec 2, /globalconfig; D6); values as text. */
export const setting = pgTable('setting', { key: code('key').primaryKey(), value: text('value').notNull() })
