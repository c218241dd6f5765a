import type { Queries } from '@registry/db/connect'
import { insertAuditEntries } from '../audit/audit-log.ts'

/** The name of the operator in the audit log. A user's name is an e-mail, so no user has it. */
export const operator = 'operator'

type Done = { readonly command: string; readonly action: string; readonly detail: string; readonly milliseconds?: number }

/** Adds to the audit log what the operator did by a command. */
export const logOperator = (sql: Queries, { command, action, detail, milliseconds = 0 }: Done): Promise<void> =>
  insertAuditEntries(sql, [
    { username: operator, command, action, ipAddress: '', durationMilli: Math.round(milliseconds), detail, outcome: 'done', requestId: '' },
  ])
