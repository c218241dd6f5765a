import { z } from 'zod'
import { CohortPage } from './cohort.ts'
import { Done } from './fields.ts'
import { Progress } from './progress.ts'
import {
  ChangedSavedFilter,
  CheckedSql,
  ExportRisk,
  FieldInfo,
  FieldPicker,
  FilterAtVersion,
  FilterCounts,
  FilterDraft,
  FilterHistory,
  FilterId,
  FilterRows,
  FilterRun,
  FilterSummary,
  NewSavedFilter,
  PreviewRequest,
  SavedFilter,
  ScreenRun,
  SqlText,
  SummaryRequest,
} from './saved-filters.ts'
import { procedure, router } from './trpc.ts'

export const savedFilters = router({
  list: procedure({ permission: 'filter:read', audit: ['inthem_query', 'LIST'] }).query(SavedFilter.array()),
  get: procedure({ permission: 'filter:read', audit: ['inthem_query', 'GET'] })
    .input(FilterId)
    .query(SavedFilter),
  history: procedure({ permission: 'filter:read', audit: ['inthem_query', 'HISTORY'] })
    .input(FilterId)
    .query(FilterHistory),
  save: procedure({ permission: 'filter:write', audit: ['inthem_query', 'ADD'] })
    .input(NewSavedFilter)
    .mutation(SavedFilter),
  change: procedure({ permission: 'filter:write', audit: ['inthem_query', 'MODIFY'] })
    .input(ChangedSavedFilter)
    .mutation(SavedFilter),
  disable: procedure({ permission: 'filter:write', audit: ['inthem_query', 'DISABLE'] })
    .input(FilterAtVersion)
    .mutation(SavedFilter),
  enable: procedure({ permission: 'filter:write', audit: ['inthem_query', 'ENABLE'] })
    .input(FilterAtVersion)
    .mutation(SavedFilter),
  remove: procedure({ permission: 'filter:write', audit: ['inthem_query', 'DELETE'] })
    .input(FilterAtVersion)
    .mutation(Done),
  picker: procedure({ permission: 'filter:read', audit: ['inthem_query', 'FIELDS'] }).query(FieldPicker),
  fieldInfo: procedure({ permission: 'filter:read', audit: ['query_field_info'] })
    .input(z.string().max(80))
    .query(FieldInfo),
  run: procedure({ permission: 'filter:run', audit: ['inthem_query', 'RUN'], reads: 'patients' })
    .input(ScreenRun)
    .query(FilterRows),
  /** Returns the first rows of a filter that is being edited. The signal cancels the statements in the database (REQ-FIL-29). */
  preview: procedure({ permission: 'filter:run', audit: ['inthem_query', 'PREVIEW'], reads: 'patients' })
    .input(PreviewRequest)
    .query(FilterRows),
  /** Counts the patients of a filter that is being edited. The signal cancels the count in the database. */
  count: procedure({ permission: 'filter:run', audit: ['inthem_query', 'COUNT'], reads: 'counts' })
    .input(FilterDraft)
    .query(FilterCounts),
  /** Counts the patients of a condition by the values of fields. The signal cancels the statement in the database. */
  summary: procedure({ permission: 'filter:run', audit: ['inthem_query', 'SUMMARY'], reads: 'counts' })
    .input(SummaryRequest)
    .query(FilterSummary),
  /** Counts the patients of a filter for its cohort charts. The signal cancels the statement in the database (REQ-COH-07). */
  cohort: procedure({ permission: 'filter:run', audit: ['inthem_query', 'COHORT'], reads: 'counts' })
    .input(FilterRun)
    .query(CohortPage),
  /** Checks the text of a free condition while it is written. */
  checkSql: procedure({ permission: 'filter:read', audit: ['inthem_query', 'CHECK'] })
    .input(SqlText)
    .query(CheckedSql),
  /** Counts the patients of an export who can be recognised, before it. */
  exportRisk: procedure({ permission: 'filter:run', audit: ['inthem_query', 'RISK'], reads: 'counts' })
    .input(FilterRun)
    .query(ExportRisk),
  /** Returns the progress of the caller's export. An unknown export counts as finished. */
  exportProgress: procedure({ permission: 'filter:run', audit: ['inthem_query', 'PROGRESS'] })
    .input(z.uuid())
    .query(Progress),
})
