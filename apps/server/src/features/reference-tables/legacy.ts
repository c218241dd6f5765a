import { z } from 'zod'
import { ReferenceQuery, ReferenceRow } from '@registry/api-contract/reference-tables'
import { operationMessages } from '@registry/domain/legacy/messages'
import { mediaTypes, tableFormats } from '@registry/tabular/format'
import type { OutputColumn } from '@registry/tabular/write/column'
import { legacyOperation } from '../../http/legacy/declare.ts'
import {
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
import { buildRowsFile, findFileFormat } from '../../http/legacy/rows-file.ts'
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
  summary: operationMessages.GetConfTable,
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
  handle: async (caller, { table_name: name, orderby, format = 'video' }, { deps, fields }) => {
    const rows = await referenceTables(deps).rows(caller, { table: name, orderBy: orderby })
    const fileFormat = isInline(fields) ? undefined : findFileFormat(format)
    return fileFormat ? buildRowsFile({ name, format: fileFormat, columns: listColumns(rows) }, rows) : { rows }
  },
})

export const referenceTablesLegacy: readonly LegacyRoute[] = [getConfTable]
