import { z } from 'zod'
import {
  ChangedSavedFilter,
  ExportReason,
  FieldInfo,
  FilterId,
  NewSavedFilter,
  RunRole,
  type FilterRun,
  type SavedFilter,
} from '@registry/api-contract/saved-filters'
import { AppError, withErrorCode } from '@registry/domain/error'
import { sqlTextMax, WrittenCondition } from '@registry/domain/filter/condition'
import { formatLegacyCondition, parseLegacyCondition, parseLegacySelection } from '@registry/domain/filter/legacy'
import { FieldSelection } from '@registry/domain/filter/selection'
import { resultDays } from '@registry/domain/observations/exported-results'
import { fieldTexts } from '@registry/domain/legacy/messages'
import { requireLayout } from '../exports/file-layout.ts'
import { formatLegacyRows, layoutErrors, legacyRunAnswer, legacyRunDescriptions, legacyRunFields } from '../exports/legacy-run.ts'
import { resolveRunRole } from '../../../auth/run-role.ts'
import { legacyOperation, legacyRoute, noInput } from '../../../http/legacy/declare.ts'
import { convertedJson, integer, lang, optionalChoice, optionalFlag, optionalText, text, unread } from '../../../http/legacy/fields.ts'
import type { LegacyCall, LegacyRoute } from '../../../http/legacy/route.ts'
import { exportAgainLegacy } from './export-again.ts'
import { exportFilter } from './export.ts'
import { buildFieldPicker } from './fields.ts'
import { runOnScreen } from './run.ts'

const Names = z.union([z.literal('ALL'), z.array(z.string())])
const FieldList = z.object({ PATIENT: Names, MEDICAL_DATA: z.record(z.string(), Names.optional()) })
const Value = z.union([z.string(), z.number(), z.boolean()])
/** Field, operator, and the value unless the operator takes none: two values for `between`, `24 months` for `in the last`. A fourth text `or is null` includes patients without a value. */
const Triple = z
  .array(z.union([Value, z.array(Value)]))
  .min(2)
  .max(4)
const FilterList = z.object({ PATIENT: z.array(Triple), MEDICAL_DATA: z.array(Triple) })

/** A filter with the old names. A filter that no longer parses has no lists, so that it appears as broken (REQ-FIL-08). */
const Filter = z.object({
  id: FilterId,
  name: z.string(),
  description: z.string(),
  geotree: z.literal('W'),
  field_list: FieldList.nullable(),
  filter_list: FilterList.nullable(),
  sql_condition: z.string(),
})

const formatFilter = ({ id, name, description, fields, where }: SavedFilter) => ({
  id,
  name,
  description,
  geotree: 'W' as const,
  field_list: fields,
  ...(where ? formatLegacyCondition(where) : { filter_list: null, sql_condition: '' }),
})

/** RUN executes the stored condition. Another one would be ignored, and select more patients than the caller means (REQ-FIL-07). */
const rejectSql = (sql: string | undefined): undefined => {
  if (sql?.trim()) throw new AppError('filter_sql_unavailable', undefined, { sql_condition: { code: 'filter_sql_unavailable' } })
}
const NoSqlCondition = optionalText(z.string()).transform(rejectSql).optional()

const everybody: WrittenCondition = { kind: 'predicates', predicates: [] }

const content = {
  sql_condition: optionalText(z.string().max(sqlTextMax, withErrorCode('filter_text_too_long'))),
  name: text(NewSavedFilter.shape.name),
  description: text(NewSavedFilter.shape.description),
  geotree: unread(z.string()),
  field_list: convertedJson(FieldSelection, { convert: parseLegacySelection, documented: FieldList }),
  filter_list: convertedJson(WrittenCondition, { convert: parseLegacyCondition, documented: FilterList }).optional(),
  lang,
}
type Content = z.output<z.ZodObject<typeof content>>

/** A filter has conditions or a text. Some programs always send both, with empty conditions. */
const toCondition = (list: WrittenCondition, sql: string | undefined): WrittenCondition => {
  if (!sql?.trim()) return list
  if (list.kind === 'predicates' && list.predicates.length > 0)
    throw new AppError('validation_failed', undefined, { sql_condition: { code: 'filter_sql_and_list' } })
  return { kind: 'sql', text: sql }
}

const toFilter = ({ name, description, field_list: fields, filter_list: list = everybody, sql_condition: sql }: Content) => ({
  name,
  description,
  fields,
  where: toCondition(list, sql),
})

const fieldNames = { fields: 'field_list', where: 'filter_list', 'where.text': 'sql_condition' }
const sqlErrors = [
  'filter_sql_and_list',
  'sql_syntax',
  'sql_field_unknown',
  'sql_function_unknown',
  'sql_not_allowed',
  'sql_types',
] as const

const example = {
  name: 'Ferritina alta',
  description: 'Ferritina sopra 1000',
  field_list: '{"PATIENT":["SEX"],"MEDICAL_DATA":{"Laboratory":["FERRITIN_LAST"]}}',
  filter_list: '{"PATIENT":[],"MEDICAL_DATA":[["FERRITIN_LAST",">",1000]]}',
}

const formatList = (rows: readonly SavedFilter[], { language }: LegacyCall) => {
  const { personal, medical } = buildFieldPicker(language)
  const categories = medical.map(({ category, fields }) => [category, fields.map(({ name }) => name)] as const)
  return {
    rows: rows.map(formatFilter),
    medical_field_category: Object.fromEntries(categories),
    personal_fields: personal.map(({ name }) => name),
  }
}

const list = legacyRoute({
  method: 'POST',
  path: '/inthem_query',
  action: 'LIST',
  summary: /*i18n*/ { id: 'api.inthem_query_list', message: 'Elenca i filtri e i campi disponibili per i filtri' },
  procedure: (api) => api.savedFilters.list,
  request: z.object({ lang }),
  response: z.object({
    rows: z.array(Filter),
    medical_field_category: z.record(z.string(), z.array(z.string())),
    personal_fields: z.array(z.string()),
  }),
  errors: [],
  example: { session: 'uses', fields: { action: 'LIST' } },
  toInput: noInput,
  toResponse: formatList,
})

const add = legacyRoute({
  method: 'POST',
  path: '/inthem_query',
  action: 'ADD',
  summary: /*i18n*/ { id: 'api.inthem_query_add', message: 'Salva un nuovo filtro' },
  procedure: (api) => api.savedFilters.save,
  request: z.object(content),
  response: Filter,
  errors: ['filter_name_required', 'filter_description_required', 'value_not_listed', ...sqlErrors],
  example: { session: 'uses', fields: { action: 'ADD', ...example } },
  toInput: toFilter,
  toResponse: formatFilter,
  fieldNames,
})

const modify = legacyRoute({
  method: 'POST',
  path: '/inthem_query',
  action: 'MODIFY',
  summary: /*i18n*/ { id: 'api.inthem_query_modify', message: 'Modifica un filtro' },
  procedure: (api) => api.savedFilters.change,
  request: z.object({ id: integer(ChangedSavedFilter.shape.id), ...content }),
  response: Filter,
  errors: ['filter_not_found', 'filter_not_yours', 'filter_changed', ...sqlErrors],
  example: { session: 'uses', fields: { action: 'MODIFY', id: '1', ...example } },
  toInput: ({ id, ...filter }) => ({ id, ...toFilter(filter) }),
  toResponse: formatFilter,
  fieldNames,
})

const run = legacyOperation({
  method: 'POST',
  path: '/inthem_query',
  action: 'RUN',
  summary: /*i18n*/ { id: 'api.inthem_query_run', message: 'Esegue un filtro. Restituisce righe con il formato video, altrimenti un file' },
  permission: 'filter:run',
  command: 'inthem_query',
  reads: 'patients',
  request: z.object({
    sql_condition: NoSqlCondition,
    generalise: optionalFlag().optional(),
    reason: optionalText(ExportReason),
    missing_reasons: optionalFlag().optional(),
    observations: optionalChoice(resultDays, 'field_wrong'),
    id: integer(z.int()).meta({ minimum: 1 }),
    ...legacyRunFields,
    lang,
  }),
  ...legacyRunAnswer,
  errors: [
    'format_required',
    'format_unknown',
    'filter_not_found',
    'filter_broken',
    'filter_disabled',
    'filter_sql_unavailable',
    'export_reason_short',
    'export_reason_long',
    'export_observations_format',
    ...layoutErrors,
    'exports_under_way',
    'busy',
  ],
  descriptions: { missing_reasons: fieldTexts.exportReasons, observations: fieldTexts.exportObservations, ...legacyRunDescriptions },
  example: { session: 'uses', fields: { action: 'RUN', id: '1', format: 'csv', as_role: RunRole.enum.DataManager } },
  handle: async (caller, request, call) => {
    const { deps } = call
    const filterRun: FilterRun = { id: request.id, asRole: resolveRunRole(caller, request.as_role) }
    const { generalise = false, reason, missing_reasons: missingReasons = false, observations: results } = request
    if (results !== undefined && request.format !== 'package') throw new AppError('export_observations_format')
    const layout = requireLayout(request.format, request)
    return request.format === 'video'
      ? formatLegacyRows(await runOnScreen(deps, caller, { ...filterRun, generalise, missingReasons }))
      : exportFilter(deps, caller, filterRun, {
          format: request.format,
          layout,
          precision: { generalise, reason },
          missingReasons,
          results,
          call,
        })
  },
})

const { type, options, operators, unit } = FieldInfo.shape

const fieldInfo = legacyRoute({
  method: 'POST',
  path: '/query_field_info',
  summary: /*i18n*/ { id: 'api.query_field_info', message: 'Restituisce tipo, operatori, unità e valori di un campo' },
  procedure: (api) => api.savedFilters.fieldInfo,
  request: z.object({ campo: text(z.string().max(80, withErrorCode('filter_field_unknown'))), lang }),
  response: z.object({ type, options, operators, unit }),
  errors: ['filter_field_unknown'],
  example: { session: 'uses', fields: { campo: 'GENOTYPE', lang: 'it' } },
  toInput: ({ campo }) => campo,
  toResponse: (info) => info,
})

export const savedFiltersLegacy: readonly LegacyRoute[] = [list, add, modify, run, exportAgainLegacy, fieldInfo]
