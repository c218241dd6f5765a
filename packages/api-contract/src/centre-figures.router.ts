import { CentreFigures, CentreFiguresQuery } from './centre-figures.ts'
import { can, router } from './trpc.ts'

export const centreFigures = router({
  read: can('record:read', 'centre_figures', 'READ', 'counts')
    .input(CentreFiguresQuery)
    .output(CentreFigures)
    .query(({ ctx, input }) => ctx.centreFigures.read(ctx.caller, input)),
})
