import { sql } from 'drizzle-orm'
import { check, foreignKey, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { code, moment } from '../column-types.ts'
import { consentEvent } from './consents.ts'

/**
 * The signed receipts of answers, one per save (REQ-CON-14). Anonymising or erasing the person deletes them (REQ-CON-08, REQ-CON-09). The
 * key is the subject and the position of the last answer in the ledger.
 */
export const consentReceipt = pgTable(
  'consent_receipt',
  {
    subject: uuid('subject').notNull(),
    /** The positions of the first and the last answer in the receipt. */
    firstSeq: integer('first_seq').notNull(),
    seq: integer('seq').notNull(),
    /** Random. Anyone who has it can verify the receipt (REQ-CON-16). */
    code: code('code').notNull().unique(),
    /** The signed file, byte for byte. The PDF is rendered from it. */
    content: text('content').notNull(),
  },
  (table) => [
    primaryKey({ name: 'consent_receipt_pkey', columns: [table.subject, table.seq] }),
    foreignKey({
      name: 'consent_receipt_first_answer',
      columns: [table.subject, table.firstSeq],
      foreignColumns: [consentEvent.subject, consentEvent.seq],
    }),
    foreignKey({
      name: 'consent_receipt_last_answer',
      columns: [table.subject, table.seq],
      foreignColumns: [consentEvent.subject, consentEvent.seq],
    }),
    check('consent_receipt_answers', sql`first_seq <= seq`),
    check('consent_receipt_code', sql`code ~ '^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$'`),
    check('consent_receipt_content', sql`(content::jsonb #>> '{receipt_metadata,receipt_id}') IS NOT DISTINCT FROM code`),
  ],
)

/**
 * The public keys of all signatures, so receipts stay verifiable after a key change (REQ-CON-16). `mac` is computed with a key outside the
 * database. So a key that somebody adds in the database is rejected (THREAT-53).
 */
export const receiptKey = pgTable('receipt_key', {
  kid: code('kid').primaryKey(),
  publicKey: code('public_key').notNull(),
  mac: code('mac').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})
