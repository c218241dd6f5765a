import { ImportPage, ImportQuery, ImportReport, ReportQuery } from './imports.ts'
import { can, router } from './trpc.ts'

export const imports = router({
  list: can('imports:see', 'imports', 'LIST')
    .input(ImportQuery)
    .output(ImportPage)
    .query(({ ctx, input }) => ctx.imports.list(ctx.caller, input)),
  report: can('imports:see', 'imports', 'REPORT')
    .input(ReportQuery)
    .output(ImportReport)
    .query(({ ctx, input }) => ctx.imports.report(ctx.caller, input)),
})
