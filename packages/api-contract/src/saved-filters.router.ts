import { CohortPage } from './cohort.ts'
import { z } from 'zod'
import { Done, done } from './fields.ts'
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
  SavedFilter,
  SqlText,
  SummaryRequest,
} from './saved-filters.ts'
import { can, router } from './trpc.ts'

export const savedFilters = router({
  list: can('filter:read', 'inthem_query', 'LIST')
    .output(SavedFilter.array())
    .query(({ ctx }) => ctx.savedFilters.list(ctx.caller)),
  get: can('filter:read', 'inthem_query', 'GET')
    .input(FilterId)
    .output(SavedFilter)
    .query(({ ctx, input }) => ctx.savedFilters.get(ctx.caller, input)),
  history: can('filter:read', 'inthem_query', 'HISTORY')
    .input(FilterId)
    .output(FilterHistory)
    .query(({ ctx, input }) => ctx.savedFilters.history(ctx.caller, input)),
  save: can('filter:write', 'inthem_query', 'ADD')
    .input(NewSavedFilter)
    .output(SavedFilter)
    .mutation(({ ctx, input }) => ctx.savedFilters.save(ctx.caller, input)),
  change: can('filter:write', 'inthem_query', 'MODIFY')
    .input(ChangedSavedFilter)
    .output(SavedFilter)
    .mutation(({ ctx, input }) => ctx.savedFilters.change(ctx.caller, input)),
  disable: can('filter:write', 'inthem_query', 'DISABLE')
    .input(FilterAtVersion)
    .output(SavedFilter)
    .mutation(({ ctx, input }) => ctx.savedFilters.disable(ctx.caller, input)),
  enable: can('filter:write', 'inthem_query', 'ENABLE')
    .input(FilterAtVersion)
    .output(SavedFilter)
    .mutation(({ ctx, input }) => ctx.savedFilters.enable(ctx.caller, input)),
  remove: can('filter:write', 'inthem_query', 'DELETE')
    .input(FilterAtVersion)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await ctx.savedFilters.remove(ctx.caller, input)
      return done
    }),
  picker: can('filter:read', 'inthem_query', 'FIELDS')
    .output(FieldPicker)
    .query(({ ctx }) => ctx.savedFilters.picker(ctx.caller)),
  fieldInfo: can('filter:read', 'query_field_info')
    .input(z.string().max(80))
    .output(FieldInfo)
    .query(({ ctx, input }) => ctx.savedFilters.fieldInfo(ctx.caller, input)),
  run: can('filter:run', 'inthem_query', 'RUN', 'patients')
    .input(FilterRun)
    .output(FilterRows)
    .query(({ ctx, input }) => ctx.savedFilters.run(ctx.caller, input)),
  count: can('filter:run', 'inthem_query', 'COUNT', 'counts')
    .input(FilterDraft)
    .output(FilterCounts)
    .query(({ ctx, input, signal }) => ctx.savedFilters.count(ctx.caller, input, signal)),
  summary: can('filter:run', 'inthem_query', 'SUMMARY', 'counts')
    .input(SummaryRequest)
    .output(FilterSummary)
    .query(({ ctx, input, signal }) => ctx.savedFilters.summary(ctx.caller, input, signal)),
  cohort: can('filter:run', 'inthem_query', 'COHORT', 'counts')
    .input(FilterRun)
    .output(CohortPage)
    .query(({ ctx, input, signal }) => ctx.savedFilters.cohort(ctx.caller, input, signal)),
  checkSql: can('filter:read', 'inthem_query', 'CHECK')
    .input(SqlText)
    .output(CheckedSql)
    .query(({ ctx, input }) => ctx.savedFilters.checkSql(ctx.caller, input)),
  exportRisk: can('filter:run', 'inthem_query', 'RISK', 'counts')
    .input(FilterRun)
    .output(ExportRisk)
    .query(({ ctx, input }) => ctx.savedFilters.exportRisk(ctx.caller, input)),
  exportProgress: can('filter:run', 'inthem_query', 'PROGRESS')
    .input(z.uuid())
    .output(Progress)
    .query(({ ctx, input }) => ctx.savedFilters.exportProgress(ctx.caller, input)),
})
