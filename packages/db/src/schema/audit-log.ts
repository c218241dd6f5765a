import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ReadTrace } from '@registry/domain/access/read-trace'
import { code, moment } from '../column-types.ts'

/** One entry for every command of a signed-in or refused caller; never changed, never deleted (D11). */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    username: code('username').notNull(),
    command: code('command').notNull(),
    action: code('action').notNull().default(''),
    fromHost: code('from_host').notNull().default(''),
    durationMilli: integer('duration_milli').notNull(),
    detail: text('detail').notNull().default(''),
    outcome: code('outcome').notNull(),
    requestId: code('request_id').notNull().default(''),
    /** Whose data the answer held, where it held patients' data; the numbers of the patients stand in `audit_read`. */
    reads: jsonb('reads').$type<ReadTrace>(),
  },
  (table) => [index('audit_log_at').on(table.at), index('audit_log_username').on(table.username, table.at)],
)

/** The patients whose data the answer of an audit entry held, while they are in the registry (D8, D11). Written by trigger. */
export const auditRead = pgTable(
  'audit_read',
  {
    entryId: bigint('entry_id', { mode: 'number' }).primaryKey(),
    patientIds: integer('patient_ids').array().notNull(),
  },
  (table) => [index('audit_read_patients').using('gin', table.patientIds)],
)
