import { Readable } from 'node:stream'
import { ReferenceQuery } from '@registry/api-contract/reference-tables'
import type { ReferenceRow } from '@registry/api-contract/reference-tables'
import { appErrorFromZod } from '@registry/api-contract/zod-errors'
import { AppError } from '@registry/domain/error'
import { mediaTypes, tableFormat } from '@registry/tabular/format'
import type { OutputColumn } from '@registry/tabular/write/column'
import { writeRows } from '@registry/tabular/write/rows'
import { createFileResponse } from '../../http/downloads.ts'
import { operation, single, type LegacyResponse, type LegacyRoute } from '../../http/legacy/route.ts'
import type { LegacyFields } from '../../http/legacy/fields.ts'
import { referenceTables } from './service.ts'

const parseQuery = (fields: LegacyFields): ReferenceQuery => {
  const parsed = ReferenceQuery.safeParse({ table: fields.text('table_name')?.trim().toLowerCase(), orderBy: fields.text('orderby') })
  if (parsed.success) return parsed.data
  const { table, orderBy } = appErrorFromZod(parsed.error).fields
  const errors = { ...(table && { table_name: { code: 'reference_table_unknown' } as const }), ...(orderBy && { orderby: orderBy }) }
  throw new AppError('validation_failed', undefined, errors)
}

const listColumns = (rows: readonly ReferenceRow[]): OutputColumn[] =>
  Object.keys(rows[0] ?? { id: '' }).map((name) => ({
    name,
    type: rows.some((row) => typeof row[name] === 'boolean') ? 'boolean' : 'text',
  }))

const buildFile = async (
  table: string,
  format: Parameters<typeof writeRows>[2],
  rows: readonly ReferenceRow[],
): Promise<LegacyResponse> => {
  const columns = listColumns(rows)
  const bytes = await writeRows(
    rows.map((row) => columns.map(({ name }) => row[name] ?? null)),
    columns,
    format,
  )
  return createFileResponse(`${table}.${format}`, mediaTypes[format], Readable.from([bytes]), { rows: rows.length })
}

/** `json`, `video`, no format and `inline` answer rows on the spot; the other formats are files (spec 2, service tables; D12). */
const table = operation(
  { permission: 'reference:read', command: 'GetConfTable', action: '' },
  async (caller, { deps, fields }): Promise<LegacyResponse> => {
    const query = parseQuery(fields)
    const named = fields.text('format')?.trim().toLowerCase() || 'video'
    const format = tableFormat(named)
    if (!format && named !== 'video') throw new AppError('validation_failed', undefined, { format: { code: 'format_unknown' } })
    const rows = await referenceTables(deps).rows(caller, query)
    return !format || format === 'json' || fields.flag('inline') ? { rows } : buildFile(query.table, format, rows)
  },
)

export const referenceTablesLegacy: readonly LegacyRoute[] = [single('POST', '/admin/GetConfTable', table)]
