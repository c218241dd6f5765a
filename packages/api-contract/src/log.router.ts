import { LogChoices, LogEntry, LogEntryDetail, LogEntryQuery, LogQuery } from './log.ts'
import { can, router } from './trpc.ts'

export const log = router({
  query: can('log:read', 'log_query')
    .input(LogQuery)
    .output(LogEntry.array())
    .query(({ ctx, input }) => ctx.log.query(ctx.caller, input)),
  choices: can('log:read', 'log_query', 'CHOICES')
    .output(LogChoices)
    .query(({ ctx }) => ctx.log.choices(ctx.caller)),
  entry: can('log:read', 'log_query', 'GET')
    .input(LogEntryQuery)
    .output(LogEntryDetail)
    .query(({ ctx, input }) => ctx.log.entry(ctx.caller, input.id)),
})
