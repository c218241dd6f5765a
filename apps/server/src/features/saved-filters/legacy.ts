import type { ZodType } from 'zod'
import type { FilterRows, FilterRun, SavedFilter } from '@registry/api-contract/saved-filters'
import { fileFormats } from '@registry/api-contract/saved-filters'
import { appErrorFromZod } from '@registry/api-contract/zod-errors'
import { AppError } from '@registry/domain/error'
import { Condition } from '@registry/domain/filter/condition'
import { parseLegacyCondition, formatLegacyFilterList, parseLegacySelection } from '@registry/domain/filter/legacy'
import { FieldSelection } from '@registry/domain/filter/selection'
import {
  alias,
  byAction,
  noInput,
  operation,
  single,
  type LegacyResponse,
  type LegacyCall,
  type LegacyNames,
  type LegacyRoute,
} from '../../http/legacy/route.ts'
import type { LegacyFields } from '../../http/legacy/fields.ts'
import { exportFilter } from './export.ts'
import { buildFieldPicker } from './fields.ts'
import { resolveRunRole } from './run-role.ts'
import { runOnScreen } from './run.ts'

const requireId = (fields: LegacyFields): number => {
  const id = fields.integer('id')
  if (id === undefined) throw new AppError('validation_failed', undefined, { id: { code: 'field_required' } })
  return id
}

/** Reads what a legacy field holds, converted; its first fault stands at that field. */
const parseField = <T>(schema: ZodType<T>, name: string, written: unknown): T => {
  const parsed = schema.safeParse(written)
  if (parsed.success) return parsed.data
  const [detail = { code: 'field_wrong' } as const] = Object.values(appErrorFromZod(parsed.error).fields)
  throw new AppError('validation_failed', undefined, { [name]: detail })
}

/** Free SQL that nothing reads yet would be dropped, and the filter would mean more people than its author meant. */
const refuseSql = (fields: LegacyFields): void => {
  if (fields.text('sql_condition')?.trim())
    throw new AppError('filter_sql_unavailable', undefined, { sql_condition: { code: 'filter_sql_unavailable' } })
}

const parseFilter = (fields: LegacyFields) => {
  refuseSql(fields)
  return {
    name: fields.text('name') ?? '',
    description: fields.text('description') ?? '',
    fields: parseField(FieldSelection, 'field_list', parseLegacySelection(fields.value('field_list'))),
    where: parseField(Condition, 'filter_list', parseLegacyCondition(fields.value('filter_list'))),
  }
}

const legacyNames: LegacyNames = { fields: 'field_list', where: 'filter_list' }

/** A filter in the names of spec 1, section 3; one that cannot be honoured has no lists, and so shows as broken. */
const formatFilter = ({ id, name, description, fields, where }: SavedFilter) => ({
  id,
  name,
  description,
  geotree: 'W',
  field_list: fields,
  filter_list: where && formatLegacyFilterList(where),
  sql_condition: where?.kind === 'sql' ? where.text : '',
})

const formatList = (rows: readonly SavedFilter[], { language }: LegacyCall) => {
  const { personal, medical } = buildFieldPicker(language)
  const categories = medical.map(({ category, fields }) => [category, fields.map(({ name }) => name)] as const)
  return {
    rows: rows.map(formatFilter),
    medical_field_category: Object.fromEntries(categories),
    personal_fields: personal.map(({ name }) => name),
  }
}

const formatRows = ({ columns, rows, total }: FilterRows) => ({
  rows: rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]))),
  total,
})

const run = operation(
  { permission: 'filter:run', command: 'inthem_query', action: 'RUN', reads: 'patients' },
  async (caller, { deps, fields }): Promise<LegacyResponse> => {
    refuseSql(fields)
    // Exact values in place of the coarser ones that were asked for would tell more than the program's author meant (D10).
    if (fields.flag('generalise')) throw new AppError('filter_generalise_unavailable')
    const request: FilterRun = { id: requireId(fields), asRole: resolveRunRole(caller, fields.text('as_role')) }
    const named = fields.text('format')?.trim().toLowerCase()
    if (named === 'video') return formatRows(await runOnScreen(deps, caller, request))
    const format = fileFormats.find((one) => one === named)
    if (!format) throw new AppError('validation_failed', undefined, { format: { code: named ? 'format_unknown' : 'format_required' } })
    return exportFilter(deps, caller, request, format)
  },
)

/** The contract's input has no name of its own to be faulted by; the path's field has (D2). */
const requireFieldName = (fields: LegacyFields): string => {
  const name = fields.text('campo') ?? ''
  if (name.length > 80) throw new AppError('validation_failed', undefined, { campo: { code: 'filter_field_unknown' } })
  return name
}

export const savedFiltersLegacy: readonly LegacyRoute[] = [
  byAction('POST', '/inthem_query', {
    LIST: alias((api) => api.savedFilters.list, noInput, formatList),
    ADD: alias((api) => api.savedFilters.save, parseFilter, formatFilter, legacyNames),
    MODIFY: alias(
      (api) => api.savedFilters.change,
      (fields) => ({ id: requireId(fields), ...parseFilter(fields) }),
      formatFilter,
      legacyNames,
    ),
    RUN: run,
  }),
  single(
    'POST',
    '/query_field_info',
    alias(
      (api) => api.savedFilters.fieldInfo,
      requireFieldName,
      ({ type, options, operators, unit }) => ({ type, options, operators, unit }),
    ),
  ),
]
