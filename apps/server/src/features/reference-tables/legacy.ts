import { z } from 'zod'
import { ReferenceQuery, ReferenceRow } from '@registry/api-contract/reference-tables'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { tableActions } from '@registry/domain/reference/upload'
import { mediaTypes, tableFormats } from '@registry/tabular/format'
import type { OutputColumn } from '@registry/tabular/write/column'
import { legacyOperation, legacyUpload } from '../../http/legacy/declare.ts'
import {
  choice,
  format,
  lang,
  optionalFlag,
  optionalFormat,
  optionalText,
  parseRequest,
  unread,
  word,
  type LegacyFields,
} from '../../http/legacy/fields.ts'
import type { LegacyRoute } from '../../http/legacy/route.ts'
import { uploadReport } from '../../http/legacy/upload-report.ts'
import { buildRowsFile, findFileFormat } from '../../http/legacy/rows-file.ts'
import { changeTable } from './change-table.ts'
import { referenceTables } from './service.ts'

const listColumns = (rows: readonly ReferenceRow[]): OutputColumn[] =>
  Object.keys(rows[0] ?? { id: '' }).map((name) => ({
    name,
    type: rows.some((row) => typeof row[name] === 'boolean') ? 'boolean' : 'text',
  }))

const { table, orderBy } = ReferenceQuery.shape

const InlineField = z.object({ inline: optionalFlag() })

/** Old programs send any value in `inline` where the response contains rows anyway, so it is read for files only. */
const isInline = (fields: LegacyFields): boolean => parseRequest(InlineField, fields).inline === true

/** A reference table: rows with `json`, `video`, without format or with `inline`, otherwise a file (REQ-ADM-04). */
const getConfTable = legacyOperation({
  method: 'POST',
  path: '/admin/GetConfTable',
  summary: /*i18n*/ { id: 'api.GetConfTable', message: 'Restituisce una tabella di riferimento come righe o come file' },
  permission: 'reference:read',
  command: 'GetConfTable',
  request: z.object({
    table_name: word(table),
    format: optionalFormat(['video', ...tableFormats]),
    inline: unread(z.boolean()),
    orderby: optionalText(orderBy),
    lang,
  }),
  response: z.object({ rows: z.array(ReferenceRow) }),
  files: [mediaTypes.csv, mediaTypes.xlsx, mediaTypes.xml],
  errors: ['reference_table_unknown', 'format_unknown', 'column_unknown'],
  example: { session: 'uses', fields: { table_name: 'svc_region', format: 'json' } },
  handle: async (caller, { table_name: name, orderby, format: chosen = 'video' }, { deps, fields }) => {
    const rows = await referenceTables(deps).rows(caller, { table: name, orderBy: orderby })
    const fileFormat = isInline(fields) ? undefined : findFileFormat(chosen)
    return fileFormat ? buildRowsFile({ name, format: fileFormat, columns: listColumns(rows) }, rows) : { rows }
  },
})

const Difference = z.object({
  kind: z.enum(['added', 'changed', 'removed']),
  id: z.string(),
  before: ReferenceRow.nullable(),
  after: ReferenceRow.nullable(),
})

/** Changes a reference table by a file, or reports the changes that the file would make (REQ-ADM-04). */
const confTable = legacyUpload({
  method: 'POST',
  path: '/admin/ConfTable',
  upload: 'table_file',
  summary: /*i18n*/ { id: 'api.ConfTable', message: 'Cambia una tabella di riferimento con un file' },
  permission: 'reference:write',
  command: 'ConfTable',
  request: z.object({
    table_name: word(table),
    format: format(tableFormats),
    action: choice(tableActions, 'table_action_required'),
    dry_run: optionalFlag(),
    password: optionalText(z.string()),
    lang,
  }),
  response: z.object({ ...uploadReport, difference: z.array(Difference) }),
  errors: [
    'reference_table_unknown',
    'format_required',
    'format_unknown',
    'table_read_only',
    'table_action_refused',
    'table_too_long',
    'reauthentication_required',
    'password_wrong',
    'file_required',
    'import_stopped',
  ],
  descriptions: { action: fieldTexts.tableAction, difference: fieldTexts.tableDifference, password: fieldTexts.userPassword },
  example: {
    session: 'uses',
    fields: { table_name: 'svc_ecrf', format: 'csv', action: 'APPEND', dry_run: 'true' },
    file: ['table_file', 'table.csv'],
  },
  handle: async (
    caller,
    { table_name: name, format: fileFormat, action, dry_run: dryRun = false, password },
    { deps, file, progress, stopped },
  ) => changeTable(deps, caller, { table: name, action, file, format: fileFormat, dryRun, password, progress, stopped }),
})

export const referenceTablesLegacy: readonly LegacyRoute[] = [getConfTable, confTable]
