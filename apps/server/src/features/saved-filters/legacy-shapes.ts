import { z } from 'zod'
import { Cell, LanguageInput } from '@registry/api-contract/fields'
import { FieldInfo, FilterId, RunRole, fileFormats } from '@registry/api-contract/saved-filters'
import { filterDescriptionMax, filterNameMax } from '@registry/domain/filter/limits'
import { operationMessages } from '@registry/domain/legacy/messages'
import { mediaTypes } from '@registry/tabular/format'
import type { LegacyShapes } from '../../http/legacy/shape.ts'

const Names = z.union([z.literal('ALL'), z.array(z.string())])
const FieldList = z.object({ PATIENT: Names, MEDICAL_DATA: z.record(z.string(), Names) })
const Value = z.union([z.string(), z.number(), z.boolean()])
/** Field, operator, and the value unless the operator takes none; `or is null` after it includes who has no value. */
const Triple = z
  .array(z.union([Value, z.array(Value)]))
  .min(2)
  .max(4)
const FilterList = z.object({ PATIENT: z.array(Triple), MEDICAL_DATA: z.array(Triple) })

/** In the names of spec 1, section 3; a filter that can no longer be honoured has no lists. */
const Filter = z.object({
  id: FilterId,
  name: z.string(),
  description: z.string(),
  geotree: z.literal('W'),
  field_list: FieldList.nullable(),
  filter_list: FilterList.nullable(),
  sql_condition: z.string(),
})

const content = {
  name: z.string().max(filterNameMax),
  description: z.string().max(filterDescriptionMax),
  geotree: z.string().optional(),
  field_list: FieldList,
  filter_list: FilterList.optional(),
  sql_condition: z.string().optional(),
  lang: LanguageInput.optional(),
}
const rows = z.array(z.record(z.string(), Cell))
const { csv, xlsx, xml } = mediaTypes
const written = {
  name: 'Ferritina alta',
  description: 'Ferritina sopra 1000',
  field_list: '{"PATIENT":["SEX"],"MEDICAL_DATA":{"Laboratory":["FERRITIN_LAST"]}}',
  filter_list: '{"PATIENT":[],"MEDICAL_DATA":[["FERRITIN_LAST",">",1000]]}',
}

export const savedFiltersShapes: LegacyShapes = {
  '/inthem_query LIST': {
    about: operationMessages.filterList,
    fields: z.object({ lang: LanguageInput.optional() }),
    answer: z.object({
      rows: z.array(Filter),
      medical_field_category: z.record(z.string(), z.array(z.string())),
      personal_fields: z.array(z.string()),
    }),
    refusals: [],
    example: { session: 'uses', fields: { action: 'LIST' } },
  },
  '/inthem_query ADD': {
    about: operationMessages.filterAdd,
    fields: z.object(content),
    answer: Filter,
    refusals: ['filter_name_required', 'filter_description_required', 'value_not_listed', 'filter_sql_unavailable'],
    example: { session: 'uses', fields: { action: 'ADD', ...written } },
  },
  '/inthem_query MODIFY': {
    about: operationMessages.filterModify,
    fields: z.object({ id: FilterId, ...content }),
    answer: Filter,
    refusals: ['filter_not_found', 'filter_not_yours', 'filter_changed_meanwhile', 'filter_sql_unavailable'],
    example: { session: 'uses', fields: { action: 'MODIFY', id: '1', ...written } },
  },
  '/inthem_query RUN': {
    about: operationMessages.filterRun,
    fields: z.object({
      id: FilterId,
      format: z.enum(['video', ...fileFormats]),
      as_role: RunRole.optional(),
      lang: LanguageInput.optional(),
    }),
    answer: z.object({ rows, total: z.number().int().optional() }),
    files: [csv, xlsx, xml],
    refusals: [
      'format_required',
      'format_unknown',
      'filter_not_found',
      'filter_broken',
      'filter_sql_unavailable',
      'filter_generalise_unavailable',
      'exports_under_way',
    ],
    example: { session: 'uses', fields: { action: 'RUN', id: '1', format: 'csv', as_role: 'DataManager' } },
  },
  '/query_field_info': {
    about: operationMessages.query_field_info,
    fields: z.object({ campo: z.string(), lang: LanguageInput.optional() }),
    answer: FieldInfo.omit({ name: true, label: true }),
    refusals: ['filter_field_unknown'],
    example: { session: 'uses', fields: { campo: 'GENOTYPE', lang: 'it' } },
  },
}
