import type { Services } from '@registry/api-contract/services'
import type { Caller } from '@registry/api-contract/caller'
import type { LogChoices, LogEntry, LogEntryDetail, LogQuery } from '@registry/api-contract/audit-log'
import { parseDay } from '@registry/domain/calendar'
import { AppError, validationError, type ErrorDetail } from '@registry/domain/error'
import { findLogQueryErrors, formatLogUsername, sortLogEntries } from '@registry/domain/audit-log/query-form'
import { readTransaction } from '../../audit/operation.ts'
import { formatItalianDay } from '../../shared/day.ts'
import type { Deps } from '../../app/deps.ts'

/** @throws AppError validation_failed with the fields that break a rule of the form */
const requireValid = (query: LogQuery, today: string): void => {
  const errors = Object.entries(findLogQueryErrors({ ...query, format: 'video' }, today))
  if (errors.length > 0) throw validationError(Object.fromEntries(errors.map(([field, code]): [string, ErrorDetail] => [field, { code }])))
}

const orNull = (text: string): string | null => text.trim() || null

/** The entry of a read of the log contains the query (REQ-ADM-03). */
const describeQuery = (query: LogQuery, found: number): string =>
  [
    ...Object.entries({ command: query.command, action: query.action, user: formatLogUsername(query), from: query.from, to: query.to })
      .filter(([, text]) => text.trim() !== '')
      .map(([name, text]) => `${name} ${text.trim()}`),
    `${found} entries`,
  ].join(', ')

/** The audit log, for GlobalAdmins. Functions of the database find the entries: the server cannot read the table (REQ-ADM-02, REQ-ADM-03). */
export const auditLog = (deps: Pick<Deps, 'database' | 'clock'>): Services['auditLog'] => ({
  query: async (caller, query) => {
    requireValid(query, formatItalianDay(deps.clock()))
    const { command, action, from, to, limit } = query
    const entries = await readTransaction(
      deps,
      caller,
      ({ sql }) => sql<LogEntry[]>`
        SELECT id::float8 AS id, at AS timestamp, username, command, action, from_host, duration_milli, detail
        FROM search_audit_log(${orNull(command)}, ${orNull(action)}, ${orNull(formatLogUsername(query))},
          ${parseDay(from) ?? null}::date, ${parseDay(to) ?? null}::date, ${limit})`,
    )
    caller.note(describeQuery(query, entries.length))
    return sortLogEntries(entries, { column: query.orderBy, descending: query.descending })
  },
  choices: async (caller: Caller) => {
    const [choices] = await readTransaction(deps, caller, ({ sql }) => sql<LogChoices[]>`SELECT * FROM list_audit_choices()`)
    if (!choices) throw new AppError('permission_denied')
    return choices
  },
  entry: async (caller, { id }) => {
    const [entry] = await readTransaction(
      deps,
      caller,
      ({ sql }) => sql<LogEntryDetail[]>`
        SELECT id::float8 AS id, at AS timestamp, username, command, action, from_host, duration_milli, detail, outcome,
          request_id AS "requestId", reads FROM find_audit_entry(${id})`,
    )
    if (!entry) throw new AppError('not_found')
    caller.note(`entry ${id}`)
    return entry
  },
})
