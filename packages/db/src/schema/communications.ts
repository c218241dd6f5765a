import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type { CommunicationContent } from '@registry/domain/communications/content'
import type { CommunicationEvent, CommunicationFailure, CommunicationState, RecipientState } from '@registry/domain/communications/states'
import type { CommunicationConsent, CommunicationType } from '@registry/domain/communications/types'
import type { Role } from '@registry/domain/access/roles'
import { bytes, code, moment } from '../column-types.ts'
import { patient } from './patients.ts'
import { savedFilter } from './saved-filters.ts'
import { staffUser } from './staff.ts'
import { geotree } from './geography.ts'

/** The patient's subscription to newsletters (REQ-COM-07). Only the patient sets it; a withdrawal deletes it. */
export const newsletterSubscription = pgTable('newsletter_subscription', {
  patientId: integer('patient_id')
    .primaryKey()
    .references(() => patient.id),
  wants: boolean('wants').notNull(),
  changedAt: moment('changed_at').notNull().defaultNow(),
})

/** A message or newsletter to many people (REQ-COM-01). Scheduling fixes its content. Triggers set version and persons. */
export const communication = pgTable(
  'communication',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    version: integer('version').notNull().default(1),
    type: code('type').$type<CommunicationType>().notNull(),
    state: code('state').$type<CommunicationState>().notNull().default('draft'),
    filterId: integer('filter_id').references(() => savedFilter.id),
    /** The version of the filter at the time of scheduling. Later changes of the filter do not change the recipients. */
    filterVersion: integer('filter_version'),
    consent: code('consent').$type<CommunicationConsent>(),
    roles: text('roles').array().$type<Role[]>().notNull(),
    areaid: code('areaid').references(() => geotree.id),
    texts: jsonb('texts').$type<CommunicationContent['texts']>().notNull(),
    scheduledFor: moment('scheduled_for'),
    /** The GlobalAdmin who scheduled it. Recipients are in the areas of this person. */
    scheduledBy: code('scheduled_by'),
    failure: code('failure').$type<CommunicationFailure>(),
    endedAt: moment('ended_at'),
    /** The final number of recipients in each state. */
    outcome: jsonb('outcome').$type<Readonly<Partial<Record<RecipientState, number>>>>(),
    changedAt: moment('changed_at').notNull().defaultNow(),
    changedBy: text('changed_by'),
  },
  (table) => [
    index('communication_due')
      .on(table.scheduledFor)
      .where(sql`state = 'scheduled'`),
    check('communication_state', sql`state IN ('draft', 'scheduled', 'sending', 'sent', 'cancelled', 'failed')`),
    check('communication_type', sql`type IN ('PATIENT_MESSAGE', 'NEWSLETTER', 'STAFF_MESSAGE')`),
    check(
      'communication_recipients',
      sql`CASE type WHEN 'STAFF_MESSAGE' THEN roles <> '{}' AND areaid IS NOT NULL AND consent IS NULL AND filter_id IS NULL
        WHEN 'NEWSLETTER' THEN roles = '{}' AND areaid IS NULL AND consent IS NULL
        ELSE roles = '{}' AND areaid IS NULL AND consent IN ('C_DB_P', 'C_DB_M', 'C_S', 'C_EXTRAEU', 'C_P_DB', 'C_F') END`,
    ),
    check(
      'communication_scheduled',
      sql`state = 'draft' OR num_nonnulls(scheduled_for, scheduled_by) = 2 OR (state = 'cancelled' AND num_nonnulls(scheduled_for, scheduled_by) = 0)`,
    ),
    check('communication_failure', sql`(failure IS NOT NULL) = (state = 'failed')`),
  ],
)

/** The history of a communication (REQ-COM-06). Rows never change. */
export const communicationEvent = pgTable(
  'communication_event',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    communicationId: integer('communication_id')
      .notNull()
      .references(() => communication.id),
    at: moment('at').notNull().defaultNow(),
    /** Empty for the registry itself. */
    actor: code('actor').notNull().default(''),
    event: code('event').$type<CommunicationEvent>().notNull(),
  },
  (table) => [
    index('communication_event_communication').on(table.communicationId, table.id),
    check(
      'communication_event_kind',
      sql`event IN ('created', 'changed', 'tested', 'scheduled', 'cancelled', 'sending', 'sent', 'failed')`,
    ),
  ],
)

/**
 * One person who receives a communication, at most once (REQ-COM-05). The row has no contact and no text. The outbox gets them shortly
 * before the delivery, if the person may still receive it. A withdrawal deletes what waits; v2 and v3 delete all (REQ-COM-04).
 */
export const communicationRecipient = pgTable(
  'communication_recipient',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    communicationId: integer('communication_id')
      .notNull()
      .references(() => communication.id),
    patientId: integer('patient_id').references(() => patient.id),
    staffUserId: integer('staff_user_id').references(() => staffUser.id),
    channel: code('channel').notNull(),
    /** Empty for staff, who have no quota. */
    centreCode: code('centre_code').notNull().default(''),
    state: code('state').$type<RecipientState>().notNull().default('waiting'),
    /** The hash of the secret in the unsubscribe link (REQ-COM-07). */
    unsubscribeHash: bytes('unsubscribe_hash'),
  },
  (table) => [
    unique('communication_recipient_patient_once').on(table.communicationId, table.patientId),
    unique('communication_recipient_staff_once').on(table.communicationId, table.staffUserId),
    index('communication_recipient_waiting').on(table.communicationId, table.state, table.channel, table.centreCode, table.id),
    index('communication_recipient_patient').on(table.patientId),
    uniqueIndex('communication_recipient_unsubscribe')
      .on(table.unsubscribeHash)
      .where(sql`unsubscribe_hash IS NOT NULL`),
    check('communication_recipient_person', sql`num_nonnulls(patient_id, staff_user_id) = 1`),
    check('communication_recipient_channel', sql`channel IN ('mail', 'sms')`),
    check('communication_recipient_state', sql`state IN ('waiting', 'queued', 'sent', 'failed', 'unknown', 'skipped', 'cancelled')`),
  ],
)
