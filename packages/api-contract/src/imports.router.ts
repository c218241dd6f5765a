import { z } from 'zod'
import { ImportPage, ImportQuery, ImportRegistrations, ImportReport, ImportUndo, ImportUndone, ReportQuery } from './imports.ts'
import { Progress } from './progress.ts'
import { can, router } from './trpc.ts'

export const imports = router({
  list: can('imports:see', 'imports', 'LIST')
    .input(ImportQuery)
    .output(ImportPage)
    .query(({ ctx, input }) => ctx.imports.list(ctx.caller, input)),
  report: can('imports:see', 'imports', 'REPORT', 'patients')
    .input(ReportQuery)
    .output(ImportReport)
    .query(({ ctx, input }) => ctx.imports.report(ctx.caller, input)),
  registrations: can('imports:see', 'imports', 'REGISTRATIONS')
    .input(ReportQuery)
    .output(ImportRegistrations)
    .query(({ ctx, input }) => ctx.imports.registrations(ctx.caller, input)),
  progress: can('upload:progress', 'imports', 'PROGRESS')
    .input(z.uuid())
    .output(Progress)
    .query(({ ctx, input }) => ctx.imports.progress(ctx.caller, input)),
  undo: can('record:write', 'imports', 'UNDO')
    .input(ImportUndo)
    .output(ImportUndone)
    .mutation(({ ctx, input }) => ctx.imports.undo(ctx.caller, input)),
})
