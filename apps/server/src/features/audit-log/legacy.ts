import { z } from 'zod'
import { LogChoices, LogEntry, LogQuery } from '@registry/api-contract/audit-log'
import { validationError } from '@registry/domain/error'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { logColumns, logLimits, parseLogOrder, type LogOrder } from '@registry/domain/audit-log/query-form'
import { mediaTypes, tableFormats } from '@registry/tabular/format'
import type { OutputColumn } from '@registry/tabular/write/column'
import { legacyOperation } from '../../http/legacy/declare.ts'
import { lang, optionalFormat, optionalInteger, optionalText, unread } from '../../http/legacy/fields.ts'
import type { LegacyRoute } from '../../http/legacy/route.ts'
import { buildRowsFile, findFileFormat } from '../../http/legacy/rows-file.ts'
import { auditLog } from './service.ts'

const columns: readonly OutputColumn[] = logColumns.map((name) => ({ name, type: name === 'duration_milli' ? 'number' : 'text' }))

/** A caller's text selects a column and never enters a query (THREAT-03). */
const readOrder = (column = '', direction = ''): LogOrder => {
  const order = parseLogOrder(column.trim(), direction.trim())
  if (!order) throw validationError({ sort_col: { code: 'log_order_wrong' } })
  return order
}

/** Old programs name a patient like the log: `patient {id}`. */
const readUser = (typed = ''): { readonly username: string; readonly patient: string } => {
  const patient = /^\s*patient\s+(\d+)\s*$/i.exec(typed)?.[1]
  return patient === undefined ? { username: typed, patient: '' } : { username: '', patient }
}

const { command, from } = LogQuery.shape

/** The entries of the log and the choices of its form, or a file if a file format is given (REQ-ADM-03). */
const queryLog = legacyOperation({
  method: 'POST',
  path: '/admin/log_query',
  summary: /*i18n*/ {
    id: 'api.log_query',
    message: 'Cerca nel log. Restituisce le voci più recenti, e i comandi, le azioni e gli utenti che si possono cercare; oppure un file',
  },
  permission: 'log:read',
  command: 'log_query',
  request: z.object({
    command: optionalText(command),
    action2search: optionalText(command),
    username: optionalText(command),
    date_range_min: optionalText(from),
    date_range_max: optionalText(from),
    limit: optionalInteger(),
    sort_col: optionalText(z.string()),
    sort_direction: optionalText(z.string()),
    format: optionalFormat(['video', ...tableFormats]),
    inline: unread(z.boolean()),
    lang,
  }),
  response: z.object({ ...LogChoices.shape, rows: z.array(LogEntry.omit({ id: true })) }),
  files: [mediaTypes.csv, mediaTypes.xlsx, mediaTypes.xml],
  errors: [
    'log_text_too_long',
    'log_patient_wrong',
    'log_limit_wrong',
    'log_order_wrong',
    'log_dates_reversed',
    'value_date_invalid',
    'value_date_future',
    'format_unknown',
  ],
  descriptions: {
    command: fieldTexts.logCommand,
    username: fieldTexts.logUser,
    limit: fieldTexts.logLimit,
  },
  example: { session: 'uses', fields: { command: 'login', limit: '10', sort_col: 'timestamp', sort_direction: 'desc' } },
  fieldNames: { action: 'action2search', patient: 'username', from: 'date_range_min', to: 'date_range_max' },
  handle: async (caller, request, { deps }) => {
    const { column, descending } = readOrder(request.sort_col, request.sort_direction)
    const entries = await auditLog(deps).query(caller, {
      command: request.command ?? '',
      action: request.action2search ?? '',
      ...readUser(request.username),
      from: request.date_range_min ?? '',
      to: request.date_range_max ?? '',
      limit: request.limit ?? logLimits[0],
      orderBy: column,
      descending,
    })
    const format = findFileFormat(request.format ?? 'video')
    if (format === undefined) return { ...(await auditLog(deps).choices(caller)), rows: entries }
    caller.note(format)
    return buildRowsFile({ name: 'log', format, columns }, entries)
  },
})

export const logLegacy: readonly LegacyRoute[] = [queryLog]
