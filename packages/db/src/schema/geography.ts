import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, type AnyPgColumn, uniqueIndex } from 'drizzle-orm/pg-core'
import { changeColumns, code, moment } from '../column-types.ts'

/** World > nation > area > region. Centres belong to leaves (REQ-GEO-01). */
export const geotree = pgTable(
  'geotree',
  {
    id: code('id').primaryKey(),
    parent: code('parent').references((): AnyPgColumn => geotree.id),
    level: integer('level').notNull(),
    leaf: boolean('leaf').notNull(),
    position: integer('position').notNull(),
    transIt: text('trans_it').notNull(),
    transEn: text('trans_en').notNull(),
    transFr: text('trans_fr'),
    transPt: text('trans_pt'),
  },
  // The context lists areas in one comma-separated setting.
  () => [check('geotree_id_shape', sql`id ~ '^[^\\s,]([^,]{0,78}[^\\s,])?$'`)],
)

/** A centre and its e-CRF password. A new password can overlap the old one, so programs have time to switch (REQ-IMP-12). */
export const centre = pgTable(
  'centre',
  {
    code: code('code').primaryKey(),
    name: text('name').notNull(),
    geotreeid: code('geotreeid')
      .notNull()
      .references(() => geotree.id),
    address: text('address'),
    city: text('city'),
    /** The number that patients of the centre read in MyConsent. */
    telephone: text('telephone'),
    ecrf: code('ecrf'),
    passwordHash: text('password_hash'),
    previousPasswordHash: text('previous_password_hash'),
    previousPasswordUntil: moment('previous_password_until'),
    hasPassword: boolean('has_password')
      .notNull()
      .generatedAlwaysAs(sql`password_hash IS NOT NULL`),
    /** Suspended or deleted. */
    disabledAt: moment('disabled_at'),
    /** Deleted centres remain, because the log, studies and exports name them (REQ-ADM-22). */
    deletedAt: moment('deleted_at'),
    ...changeColumns(),
  },
  (table) => [
    index('centre_geotreeid').on(table.geotreeid),
    // Codes that differ only by letter case would be confused (REQ-ADM-06).
    uniqueIndex('centre_code_any_case').on(sql`lower(code)`),
    // The context lists visible centres in one comma-separated setting, so a code has no commas and no surrounding blanks.
    check('centre_code_shape', sql`code ~ '^[^\\s,]([^,]{0,78}[^\\s,])?$'`),
    check(
      'centre_text_lengths',
      sql`char_length(name) BETWEEN 1 AND 80 AND char_length(address) <= 80 AND char_length(city) <= 80 AND char_length(ecrf) <= 80`,
    ),
    check('centre_telephone', sql`telephone ~ '^[+]?[0-9][0-9 ./()-]{3,28}[0-9]$'`),
    check('centre_deleted_is_disabled', sql`deleted_at IS NULL OR disabled_at IS NOT NULL`),
    check('centre_previous_password', sql`(previous_password_hash IS NULL) = (previous_password_until IS NULL)`),
  ],
)
