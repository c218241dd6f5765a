import { z } from 'zod'
import { withErrorCode } from '@registry/domain/error'
import { logColumns } from '@registry/domain/audit-log/query-form'
import { procedure, router } from './trpc.ts'

/** Only a bound against huge requests; `findLogQueryErrors` checks the rules of the form. */
const Text = z.string().max(300, withErrorCode('log_text_too_long'))

/** A query of the log. An empty text does not restrict it. Days are those in Italy. */
export const LogQuery = z.strictObject({
  command: Text,
  action: Text,
  username: Text,
  /** The number of a patient as text, in place of a user name. */
  patient: Text,
  from: Text,
  to: Text,
  limit: z.number(),
  orderBy: z.enum(logColumns, withErrorCode('log_order_wrong')).default('timestamp'),
  descending: z.boolean().default(true),
})
export const LogEntry = z.object({
  id: z.number().int(),
  timestamp: z.string(),
  username: z.string(),
  command: z.string(),
  action: z.string(),
  from_host: z.string(),
  duration_milli: z.number().int(),
  detail: z.string(),
})
/** Options of the form. Patients have a separate field. */
export const LogChoices = z.object({ commands: z.array(z.string()), actions: z.array(z.string()), users: z.array(z.string()) })
export const LogEntryQuery = z.strictObject({ id: z.int().positive() })
/** One entry with everything that the log shows about it: never which patients a reading contained (REQ-CON-08). */
export const LogEntryDetail = LogEntry.extend({
  outcome: z.enum(['done', 'refused', 'failed']),
  requestId: z.string(),
  /** Selection, number and columns of the patients in a read. */
  reads: z.object({ whose: z.string(), count: z.number().int(), columns: z.array(z.string()) }).nullable(),
})

export type LogQuery = z.infer<typeof LogQuery>
/** A query as callers send it. */
export type LogQueryInput = z.input<typeof LogQuery>
export type LogEntry = z.infer<typeof LogEntry>
export type LogChoices = z.infer<typeof LogChoices>
export type LogEntryDetail = z.infer<typeof LogEntryDetail>

export const auditLog = router({
  /** Returns the newest entries that match, in the order of the query. */
  query: procedure({ permission: 'log:read', audit: ['log_query'] })
    .input(LogQuery)
    .query(LogEntry.array()),
  choices: procedure({ permission: 'log:read', audit: ['log_query', 'CHOICES'] }).query(LogChoices),
  entry: procedure({ permission: 'log:read', audit: ['log_query', 'GET'] })
    .input(LogEntryQuery)
    .query(LogEntryDetail),
})
