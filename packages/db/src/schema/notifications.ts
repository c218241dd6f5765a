import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, code, moment } from '../column-types.ts'
import { communicationRecipient } from './communications.ts'
import { patient } from './patients.ts'
import { clinicalStudy } from './studies.ts'

/** The outbox. The transaction that causes a notification writes it, and it is sent at least once (REQ-OPS-03). */
export const notification = pgTable(
  'notification',
  {
    /** Also the Message-ID, so a receiver can drop duplicates. */
    id: uuid('id')
      .primaryKey()
      .default(sql`uuidv7()`),
    channel: code('channel').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull().default(''),
    /** Emptied after sending, because it can contain a code or a link. */
    body: text('body').notNull(),
    /** A receipt's signed file, attached as a PDF with this name (REQ-CON-15). Emptied with the body. */
    attachment: bytes('attachment'),
    attachmentName: text('attachment_name'),
    /** The patient who receives it. A withdrawal deletes it (REQ-CON-07). */
    patientId: integer('patient_id').references(() => patient.id),
    /** The study of an invitation. An answer or the end of the invitation deletes unsent messages (REQ-STU-16). */
    studyId: code('study_id').references(() => clinicalStudy.id),
    /** The recipient of a communication. Unique, so that nobody receives one twice (REQ-COM-05). */
    communicationRecipientId: bigint('communication_recipient_id', { mode: 'number' })
      .unique('notification_communication_recipient_once')
      .references(() => communicationRecipient.id),
    /** The unsubscribe address, for the List-Unsubscribe header (REQ-COM-07). Emptied with the body. */
    unsubscribeUrl: text('unsubscribe_url'),
    /** True for a request of re-consent. The answer deletes unsent messages (REQ-CON-20). */
    requiresReconsent: boolean('requires_reconsent').notNull().default(false),
    /** True for a password reset link, which has its own share of the SMS quota (THREAT-14). */
    isReset: boolean('is_reset').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    /** Nothing is sent after this time, because an expired code is useless. */
    expiresAt: moment('expires_at'),
    attempts: integer('attempts').notNull().default(0),
    /** The attempts after which nobody knows whether the gateway sent the SMS (FAULT-08). */
    unconfirmed: integer('unconfirmed').notNull().default(0),
    /** The first attempt and its cost. Both count against the quota, even if the attempt fails (THREAT-14). */
    firstAttemptAt: moment('first_attempt_at'),
    costCents: integer('cost_cents').notNull().default(0),
    sentAt: moment('sent_at'),
    failedAt: moment('failed_at'),
    lastError: text('last_error'),
  },
  (table) => [
    // Notifications are sent in the order of their expiry, so a code never waits behind a thousand invitations.
    index('notification_waiting')
      .on(table.expiresAt, table.nextAttemptAt)
      .where(sql`sent_at IS NULL AND failed_at IS NULL`),
    index('notification_patient').on(table.patientId),
    index('notification_failed')
      .on(table.failedAt)
      .where(sql`failed_at IS NOT NULL`),
    index('notification_first_attempt').on(table.firstAttemptAt),
    index('notification_of_communication_waiting')
      .on(table.communicationRecipientId)
      .where(sql`communication_recipient_id IS NOT NULL AND sent_at IS NULL AND failed_at IS NULL`),
    check('notification_channel', sql`channel IN ('mail', 'sms')`),
    check('notification_attachment', sql`(attachment IS NULL) = (attachment_name IS NULL) AND (attachment IS NULL OR channel = 'mail')`),
  ],
)
