import { bigint, date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ReadTrace } from '@registry/domain/access/read-trace'
import { code, moment } from '../column-types.ts'

/**
 * One entry for each command of a signed-in or denied caller. Entries never change (REQ-ADM-01, REQ-ADM-02). This table and `audit_read` are
 * divided by month (`sql/log-months.ts`), so their primary keys also have the time.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    username: code('username').notNull(),
    command: code('command').notNull(),
    action: code('action').notNull().default(''),
    ipAddress: code('from_host').notNull().default(''),
    durationMilli: integer('duration_milli').notNull(),
    detail: text('detail').notNull().default(''),
    outcome: code('outcome').notNull(),
    requestId: code('request_id').notNull().default(''),
    /** The patient data in the response, if any. `audit_read` has the ids of the patients. */
    reads: jsonb('reads').$type<ReadTrace>(),
  },
  // Each query of the log reads a range of one index, whatever the number of entries (REQ-ADM-03).
  (table) => [
    index('audit_log_at').on(table.at, table.id),
    index('audit_log_username').on(table.username, table.at, table.id),
    index('audit_log_action').on(table.action, table.at, table.id),
    index('audit_log_username_action').on(table.username, table.action, table.at, table.id),
    index('audit_log_command').on(table.command, table.action, table.at, table.id),
    index('audit_log_username_command').on(table.username, table.command, table.action, table.at, table.id),
  ],
)

/** The patients whose data a response contained. A trigger writes the list; a withdrawal removes the patient (REQ-CON-08, REQ-ADM-01). */
export const auditRead = pgTable(
  'audit_read',
  {
    entryId: bigint('entry_id', { mode: 'number' }).primaryKey(),
    /** Repeats the entry's time, so that a page of uses reads only the entries of its period (REQ-PAT-18). */
    at: moment('at').notNull(),
    patientIds: integer('patient_ids').array().notNull(),
  },
  (table) => [index('audit_read_patients').using('gin', table.patientIds)],
)

/** Audit entries without a link in the chain. A trigger adds them, and they are chained within seconds (decision 0026). */
export const auditChainPending = pgTable('audit_chain_pending', { entryId: bigint('entry_id', { mode: 'number' }).primaryKey() })

/**
 * The hash chain over the audit log. The HMAC of each link covers its entry and the previous link. The key is not in the database
 * (THREAT-47). Links follow the order in which entries were chained.
 */
export const auditChainLink = pgTable('audit_chain_link', {
  position: bigint('position', { mode: 'number' }).primaryKey(),
  entryId: bigint('entry_id', { mode: 'number' }).notNull().unique('audit_chain_link_entry'),
  hash: text('hash').notNull(),
})

/**
 * The months that an operator took out of the log (REQ-OPS-26). The MAC has the key of the chain, so that nobody can pass deleted entries off
 * as a month that was taken out (THREAT-47).
 */
export const detachedLogMonth = pgTable('detached_log_month', {
  month: date('month', { mode: 'string' }).primaryKey(),
  entries: bigint('entries', { mode: 'number' }).notNull(),
  /** The last link of the month. */
  position: bigint('position', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
  mac: text('mac').notNull(),
  detachedAt: moment('detached_at').notNull().defaultNow(),
})
