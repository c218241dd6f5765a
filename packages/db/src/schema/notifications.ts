import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { code, moment } from '../column-types.ts'
import { patient } from './patients.ts'

/** The outbox (D15): written with the change that causes the message, sent afterwards, at least once. */
export const notification = pgTable(
  'notification',
  {
    /** Also the Message-ID, so that a receiver can drop a double. */
    id: uuid('id')
      .primaryKey()
      .default(sql`uuidv7()`),
    channel: code('channel').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull().default(''),
    /** Emptied once sent: it may hold a code or a link. */
    body: text('body').notNull(),
    /** The patient it is written to; such messages go when the patient withdraws (D8). */
    patientId: integer('patient_id').references(() => patient.id),
    createdAt: moment('created_at').notNull().defaultNow(),
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    /** After it nothing is sent any more: a code that expired helps nobody. */
    expiresAt: moment('expires_at'),
    attempts: integer('attempts').notNull().default(0),
    /** When it was first handed to the mail server or the gateway, and what that cost: both count against the limits, sent or not (THREAT-14). */
    firstAttemptAt: moment('first_attempt_at'),
    costCents: integer('cost_cents').notNull().default(0),
    sentAt: moment('sent_at'),
    failedAt: moment('failed_at'),
    lastError: text('last_error'),
  },
  (table) => [
    // What expires first goes first: a code must not wait behind a thousand invitations.
    index('notification_waiting')
      .on(table.expiresAt, table.nextAttemptAt)
      .where(sql`sent_at IS NULL AND failed_at IS NULL`),
    index('notification_patient').on(table.patientId),
    index('notification_first_attempt').on(table.firstAttemptAt),
    check('notification_channel', sql`channel IN ('mail', 'sms')`),
  ],
)
